import pg from 'pg';
import { StartError } from '../start-error.ts';
import type { ServerAddress } from './server-address.ts';
import { type HostChooser, ReadOnlyServer } from './writable-host.ts';

const OLDEST_VERSION = 15;
const CONNECT_TIMEOUT_MS = 8_000;

/**
 * Connects once to see that DATABASE_URL leads to a database that Wayside can use (RUN-02).
 * @throws StartError that names what is wrong, never the password
 */
export async function checkServer(address: ServerAddress, chooser: HostChooser): Promise<void> {
  const several = address.hosts.length > 1;
  const host = several ? await choose(address, chooser) : address.hosts[0];
  const client = new pg.Client({
    connectionString: address.connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  if (several && host) Object.assign(client, host);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; is_read_only: string }>(
      "SELECT current_setting('server_version') AS version, current_setting('transaction_read_only') AS is_read_only",
    );
    const version = rows[0]?.version ?? '';
    if (Number.parseInt(version, 10) < OLDEST_VERSION)
      throw new StartError(
        `DATABASE_URL leads to PostgreSQL ${version}, and Wayside needs ${OLDEST_VERSION} or newer.`,
      );
    if (rows[0]?.is_read_only !== 'off') throw new ReadOnlyServer();
  } catch (error) {
    if (error instanceof StartError) throw error;
    const place = client.host.startsWith('/') ? client.host : `${client.host}:${client.port}`;
    throw new StartError(sentence(error, place, address.database), { cause: error });
  } finally {
    void client.end().catch(() => undefined);
  }
}

async function choose(address: ServerAddress, chooser: HostChooser) {
  try {
    return await chooser.choose();
  } catch (error) {
    const reasons = (error as AggregateError).errors;
    const each = address.hosts.map(({ host, port }, index) =>
      sentence(reasons[index], `${host}:${port}`, address.database),
    );
    throw new StartError(`No host of DATABASE_URL can be used. ${each.join(' ')}`, { cause: error });
  }
}

/** What is wrong at one place, in a sentence that names DATABASE_URL. */
function sentence(error: unknown, place: string, database: string): string {
  if (error instanceof ReadOnlyServer) return `DATABASE_URL leads to ${place}, which cannot be written to.`;
  const { code = '', message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `DATABASE_URL names a host that is not known: ${place}.`;
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `DATABASE_URL leads to ${place}, where no database answers.`;
    case '28P01':
    case '28000':
      return `DATABASE_URL has a user or password that ${place} refuses.`;
    case '3D000':
      return `DATABASE_URL names a database that does not exist on ${place}: ${database}.`;
    default:
      return otherSentence(message, place);
  }
}

function otherSentence(message: string, place: string): string {
  if (/timeout/i.test(message)) return `DATABASE_URL leads to ${place}, which cannot be reached.`;
  if (/password must be a string/i.test(message)) return `DATABASE_URL has no password, and ${place} asks for one.`;
  if (/does not support SSL/i.test(message))
    return `DATABASE_URL asks for an encrypted connection, and ${place} offers none.`;
  return `DATABASE_URL leads to ${place}, which cannot be used: ${message}.`;
}
