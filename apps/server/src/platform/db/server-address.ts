import pg from 'pg';
import { StartError } from '../../start-error.ts';
import { acceptsWrites, UnresponsiveDatabase, UtcClient, withClient, withinLimit } from './client.ts';

export interface HostAddress {
  readonly host: string;
  readonly port: number;
}

export type AddressSetting = 'DATABASE_URL' | 'DATABASE_URL_DIRECT' | 'MIGRATION_DATABASE_URL';

export interface ServerAddress {
  readonly setting: AddressSetting;
  readonly hosts: readonly HostAddress[];
  /** Uses only the first host, as node-postgres does. */
  readonly connectionString: string;
  readonly database: string;
}

const DEFAULT_PORT = 5432;
const form =
  /^(?<start>postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)(?<hosts>[^/?#@]*)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/;

/**
 * Parses `postgres://user:password@a:5432,b:5432/name` with one or more hosts. Drops `target_session_attrs`, because
 * Wayside always uses the writable host.
 * @throws StartError without the text, which may contain a password
 */
export function parseServerAddress(url: string, setting: AddressSetting = 'DATABASE_URL'): ServerAddress {
  const { start = '', hosts = '', path = '', query = '' } = form.exec(url)?.groups ?? {};
  const addresses = hosts.split(',').map(parseHost);
  const parameters = new URLSearchParams(query);
  parameters.delete('target_session_attrs');
  const rest = `${path}${parameters.size > 0 ? `?${parameters}` : ''}`;
  const connectionString = `${start}${hosts.split(',')[0]}${rest}`;
  if (start === '' || !addresses.every((address) => address !== null) || !canParseAddress(connectionString))
    throw invalidAddress(setting);
  return { setting, hosts: addresses, connectionString, database: databaseName(path) };
}

function parseHost(text: string): HostAddress | null {
  const match = /^(?<name>\[[0-9a-f:.]+\]|[^:[\]]*)(?::(?<port>\d{1,5}))?$/i.exec(text);
  if (match === null) return null;
  const port = Number(match.groups?.['port'] ?? DEFAULT_PORT);
  const host = decodeURIComponent(match.groups?.['name']?.replace(/^\[|\]$/g, '') ?? '');
  return port >= 1 && port <= 65_535 ? { host, port } : null;
}

// node-postgres also accepts addresses without a host and a socket as a parameter.
function canParseAddress(connectionString: string): boolean {
  return URL.canParse(connectionString) || URL.canParse(connectionString.replace('@/', '@host/'));
}

function databaseName(path: string): string {
  return decodeURIComponent(path.slice(1)) || 'with the name of the user';
}

function invalidAddress(setting: AddressSetting): StartError {
  return new StartError(`${setting} must be an address such as postgres://user:password@host:5432/name.`);
}

const PROBE_LIMIT_MS = 2_000;
/** The time limit for finding the host, connecting and checking that it accepts writes. */
const CONNECT_LIMIT_MS = 5_000;

/** Chooses the host that accepts writes. */
export interface HostChooser {
  /** @throws AggregateError with the reason for each host if no host accepts writes */
  choose(): Promise<HostAddress>;
  /** Reports that the chosen host failed. The next call tries all hosts unless a later choice exists. */
  forget(choice: Promise<HostAddress>): void;
}

/** Creates a chooser that remembers the primary until a connection fails. */
export function createHostChooser(address: ServerAddress): HostChooser {
  let chosen: Promise<HostAddress> | null = null;
  const forget: HostChooser['forget'] = (choice) => {
    if (chosen === choice) chosen = null;
  };
  return {
    forget,
    choose: () => {
      if (chosen !== null) return chosen;
      const choice = Promise.any(address.hosts.map((host) => requireWritable(address, host)));
      choice.catch(() => forget(choice));
      chosen = choice;
      return choice;
    },
  };
}

/**
 * Returns a client class for pg.Pool that connects to the writable host. node-postgres supports only one host; after
 * a fail-over, new connections find the new primary (RUN-03).
 */
export function writableHostClient(chooser: HostChooser): typeof pg.Client {
  return class WritableHostClient extends UtcClient {
    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      if (callback === undefined) return this.#connectWritable();
      // pg-pool only checks whether there is an error.
      const succeed = callback as () => void;
      this.#connectWritable().then(() => succeed(), callback);
      return undefined;
    }

    async #connectWritable(): Promise<pg.Client> {
      const choice = chooser.choose();
      try {
        return await withinLimit(this, CONNECT_LIMIT_MS, async () => {
          const { host, port } = await choice;
          // The caller has abandoned this connection.
          if (this.connection.stream.destroyed) throw new UnresponsiveDatabase();
          this.host = host;
          this.port = port;
          await super.connect();
          await requireWrites(this);
          return this;
        });
      } catch (error) {
        chooser.forget(choice);
        throw error;
      }
    }
  };
}

async function requireWritable(address: ServerAddress, { host, port }: HostAddress): Promise<HostAddress> {
  const client = new pg.Client({ connectionString: address.connectionString });
  client.host = host;
  client.port = port;
  await withClient(client, PROBE_LIMIT_MS, requireWrites);
  return { host, port };
}

async function requireWrites(client: pg.Client): Promise<void> {
  if (await acceptsWrites(client)) return;
  await client.end();
  throw new ReadOnlyServer('it cannot be written to');
}

export class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer';
}
