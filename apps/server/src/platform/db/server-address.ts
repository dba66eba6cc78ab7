import { StartError } from '../../start-error.ts';

/** A host of a database. */
export interface HostAddress {
  readonly host: string;
  readonly port: number;
}

/** The setting that an address comes from, for messages. */
export type AddressSetting = 'DATABASE_URL' | 'DATABASE_URL_DIRECT' | 'MIGRATION_DATABASE_URL';

/** A `postgres://` address, parsed as far as the choice of a host needs. */
export interface ServerAddress {
  readonly setting: AddressSetting;
  /** At least one. */
  readonly hosts: readonly HostAddress[];
  /** The address with the first host alone, as node-postgres takes it. */
  readonly connectionString: string;
  /** The name of the database, for messages. */
  readonly database: string;
}

const DEFAULT_PORT = 5432;
const form =
  /^(?<start>postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)(?<hosts>[^/?#@]*)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/;

/**
 * Parses an address that may name several hosts: `postgres://user:password@a:5432,b:5432/name`. The host that accepts writes
 * is used in any case, so `target_session_attrs` is dropped.
 * @throws StartError when it is not an address; the message omits the text, which may hold a password
 */
export function parseServerAddress(url: string, setting: AddressSetting = 'DATABASE_URL'): ServerAddress {
  const { start = '', hosts = '', path = '', query = '' } = form.exec(url)?.groups ?? {};
  const addresses = hosts.split(',').map(parseHost);
  const parameters = new URLSearchParams(query);
  parameters.delete('target_session_attrs');
  const rest = `${path}${parameters.size > 0 ? `?${parameters}` : ''}`;
  const connectionString = `${start}${hosts.split(',')[0]}${rest}`;
  if (start === '' || !addresses.every((address) => address !== null) || !isReadable(connectionString))
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

// node-postgres also reads an address without a host, or with the directory of a socket as a parameter.
function isReadable(connectionString: string): boolean {
  return URL.canParse(connectionString) || URL.canParse(connectionString.replace('@/', '@host/'));
}

function databaseName(path: string): string {
  return decodeURIComponent(path.slice(1)) || 'with the name of the user';
}

function invalidAddress(setting: AddressSetting): StartError {
  return new StartError(`${setting} must be an address such as postgres://user:password@host:5432/name.`);
}
