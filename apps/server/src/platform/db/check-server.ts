import pg from 'pg';
import { z } from 'zod';
import { StartError } from '../../start-error.ts';
import { UnresponsiveDatabase, withClient } from './client.ts';
import { type HostChooser, ReadOnlyServer, type ServerAddress } from './server-address.ts';
import { defineStatement, rowsOf } from './statement.ts';

const MIN_VERSION = 15;
const LIMIT_MS = 8_000;
const POOLER_ROUNDS = 3;

const DESCRIBE_SERVER = defineStatement({
  name: 'describe-server',
  text: `SELECT current_setting('server_version') AS version, current_setting('transaction_read_only') AS "isReadOnly",
      format('%s since %s', oid, pg_postmaster_start_time()::timestamptz(6) AT TIME ZONE 'UTC') AS identity, current_user AS role
    FROM pg_database WHERE datname = current_database()`,
  row: z.object({ version: z.string(), isReadOnly: z.string(), identity: z.string(), role: z.string() }),
  example: [],
  isPrepared: false,
});

const BACKEND = defineStatement({
  name: 'backend',
  text: 'SELECT pg_backend_pid() AS pid',
  row: z.object({ pid: z.number() }),
  example: [],
  isPrepared: false,
});

export interface CheckedServer {
  /** Whether a pooler may give each transaction a different backend (OPER-02). */
  readonly isPooled: boolean;
  /** Equal for all addresses of one database. */
  readonly identity: string;
  readonly role: string;
}

/**
 * Checks that an address leads to a usable database (RUN-02). @throws StartError with the reason and without the
 * password
 */
export async function checkServer(address: ServerAddress, chooser: HostChooser): Promise<CheckedServer> {
  const several = address.hosts.length > 1;
  const host = several ? await choose(address, chooser) : address.hosts[0];
  const newClient = () => {
    const client = new pg.Client({ connectionString: address.connectionString });
    if (several && host) Object.assign(client, host);
    client.on('error', () => undefined);
    return client;
  };
  const first = newClient();
  try {
    return await withClient(first, LIMIT_MS, async (client) => {
      const [found] = await rowsOf(client, DESCRIBE_SERVER, []);
      const { version = '', isReadOnly = '', identity = '', role = '' } = found ?? {};
      if (Number.parseInt(version, 10) < MIN_VERSION)
        throw new StartError(
          `${address.setting} points to PostgreSQL ${version}, but Wayside needs ${MIN_VERSION} or newer.`,
        );
      if (isReadOnly !== 'off') throw new ReadOnlyServer();
      const isPooled = await sharesBackends(client, () => newClient().connect());
      return { isPooled, identity, role };
    });
  } catch (error) {
    if (error instanceof StartError) throw error;
    const location = first.host.startsWith('/') ? first.host : `${first.host}:${first.port}`;
    throw new StartError(sentence(error, location, address), { cause: error });
  }
}

async function choose(address: ServerAddress, chooser: HostChooser) {
  try {
    return await chooser.choose();
  } catch (error) {
    const reasons = (error as AggregateError).errors;
    const each = address.hosts.map(({ host, port }, index) => sentence(reasons[index], `${host}:${port}`, address));
    throw new StartError(`No host of ${address.setting} can be used. ${each.join(' ')}`, { cause: error });
  }
}

/** Returns an error message about the failure of one host, with the name of the setting. */
function sentence(error: unknown, location: string, { setting, database }: ServerAddress): string {
  if (error instanceof UnresponsiveDatabase) return `${setting} points to ${location}, which does not respond.`;
  if (error instanceof ReadOnlyServer) return `${setting} leads to ${location}, which cannot be written to.`;
  const { code = '', message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${setting} names a host that is not known: ${location}.`;
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `${setting} leads to ${location}, where no database answers.`;
    case '28P01':
    case '28000':
      return `${setting} has a user or password that ${location} refuses.`;
    case '3D000':
      return `${setting} names a database that does not exist on ${location}: ${database}.`;
    default:
      return otherSentence(message, location, setting);
  }
}

function otherSentence(message: string, location: string, setting: string): string {
  if (/timeout/i.test(message)) return `${setting} leads to ${location}, which cannot be reached.`;
  if (/password must be a string/i.test(message))
    return `${setting} has no password, and ${location} asks for one.`;
  if (/does not support SSL/i.test(message))
    return `${setting} asks for an encrypted connection, and ${location} offers none.`;
  return `${setting} leads to ${location}, which cannot be used: ${message}.`;
}

/**
 * Checks whether a pooler gives each transaction a different backend, as PgBouncer does in transaction mode. If the
 * client's backend has the number announced at connection time, it is not shared. Otherwise, the function holds other
 * transactions open to see whether they take over the client's backend or make the client get another one.
 * @param newClient creates a connected client
 */
async function sharesBackends(connected: pg.Client, newClient: () => Promise<pg.Client>): Promise<boolean> {
  if ((await backendOf(connected)) === connected.processID) return false;
  const others = [await newClient(), await newClient()];
  try {
    for (let round = 0; round < POOLER_ROUNDS; round += 1) {
      // Tries with one and with two other clients, because a pooler may rotate its connections.
      for (let count = 1; count <= others.length; count += 1)
        if (await isShared(connected, others.slice(0, count))) return true;
    }
    return false;
  } finally {
    for (const other of others) void other.end().catch(() => undefined);
  }
}

async function isShared(client: pg.Client, others: readonly pg.Client[]): Promise<boolean> {
  const before = await backendOf(client);
  const held: number[] = [];
  for (const other of others) {
    await other.query('BEGIN');
    held.push(await backendOf(other));
  }
  const after = await backendOf(client);
  for (const other of others) await other.query('ROLLBACK');
  return after !== before || held.includes(before);
}

async function backendOf(client: pg.Client): Promise<number> {
  const [found] = await rowsOf(client, BACKEND, []);
  return found?.pid ?? 0;
}
