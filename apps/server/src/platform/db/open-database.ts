import type pg from 'pg';
import type { Logger } from 'pino';
import type { Settings } from '../../settings.ts';
import { StartError } from '../../start-error.ts';
import { type CheckedServer, checkServer } from './check-server.ts';
import { type ConnectOptions, connectDatabase, type Database } from './database.ts';
import { PROGRAM_ROLE } from './embedded/cluster.ts';
import type { Purpose } from './embedded/directory-lock.ts';
import { openEmbedded } from './embedded/open-embedded.ts';
import {
  type AddressSetting,
  createHostChooser,
  parseServerAddress,
  writableHostClient,
} from './server-address.ts';

export interface DatabaseAddress {
  readonly connectionString: string;
  /** Only for an address with several hosts. */
  readonly Client: typeof pg.Client | undefined;
  /** Whether a pooler gives each transaction a different backend, so that sessions cannot have state. */
  readonly isPooled: boolean;
  /** Whether a missing response means a lost connection; false for PGlite, whose connections wait for each other. */
  readonly canStall: boolean;
}

export interface OpenedDatabase {
  readonly kind: 'embedded' | 'fallback' | 'server';
  /** Whether another process runs the embedded database, in which case `stop` leaves it running. */
  readonly isJoined: boolean;
  /** For API calls. */
  readonly address: DatabaseAddress;
  /** For startup work and commands. Sessions have state, and there are no time limits. */
  readonly direct: DatabaseAddress;
  /** For the role that owns the tables (PRIV-04). */
  readonly owner: DatabaseAddress;
  /** The roles of `address` and `direct`. */
  readonly programRoles: readonly string[];
  readonly poolSize: number;
  /**
   * Stops the database if this process started it. Call it after closing the pool. An interrupted stop does not wait
   * for other commands.
   */
  stop(options?: { readonly isInterrupted: boolean }): Promise<void>;
}

type DatabaseSettings = Pick<
  Settings,
  'databaseUrl' | 'databaseUrlDirect' | 'migrationDatabaseUrl' | 'databasePool' | 'dataDir'
>;

const SERVER_POOL = 10;
const WORK_POOL = 4;
const OWNER_POOL = 2;
/** While a command waits, as the live demo does, it holds no connection that could break. */
const WORK_IDLE_MS = 1_000;

/**
 * Opens DATABASE_URL or the embedded database. A command joins an embedded database that is already running.
 * @throws StartError if the database is unusable (RUN-02)
 */
export async function openDatabase(
  settings: DatabaseSettings,
  log: Logger,
  { purpose }: { readonly purpose: Purpose },
): Promise<OpenedDatabase> {
  const { databaseUrl } = settings;
  if (databaseUrl === null) return await openOwn(settings, log, purpose);
  return await openServer({ ...settings, databaseUrl });
}

async function openOwn(
  { dataDir, databasePool }: DatabaseSettings,
  log: Logger,
  purpose: Purpose,
): Promise<OpenedDatabase> {
  const { connectionString, programConnectionString, poolSize, ...embedded } = await openEmbedded(
    dataDir,
    log,
    purpose,
  );
  const canStall = embedded.kind !== 'fallback';
  const owner = { connectionString, Client: undefined, isPooled: false, canStall };
  const address = { ...owner, connectionString: programConnectionString };
  const programRoles = [PROGRAM_ROLE];
  return { ...embedded, address, direct: address, owner, programRoles, poolSize: databasePool ?? poolSize };
}

async function openServer({
  databaseUrl,
  databaseUrlDirect,
  migrationDatabaseUrl,
  databasePool,
}: DatabaseSettings & { readonly databaseUrl: string }): Promise<OpenedDatabase> {
  const { address, checked } = await openAddress(databaseUrl, 'DATABASE_URL');
  const other = (url: string, setting: AddressSetting) => openWithSessions(url, setting, checked.identity);
  const direct =
    databaseUrlDirect === null
      ? { address: requireSessions(address), role: checked.role }
      : await other(databaseUrlDirect, 'DATABASE_URL_DIRECT');
  const owner =
    migrationDatabaseUrl === null ? direct : await other(migrationDatabaseUrl, 'MIGRATION_DATABASE_URL');
  return {
    kind: 'server',
    isJoined: false,
    address,
    direct: direct.address,
    owner: owner.address,
    programRoles: [...new Set([checked.role, direct.role])],
    poolSize: databasePool ?? SERVER_POOL,
    stop: () => Promise.resolve(),
  };
}

async function openAddress(
  url: string,
  setting: AddressSetting,
): Promise<{ readonly address: DatabaseAddress; readonly checked: CheckedServer }> {
  const parsed = parseServerAddress(url, setting);
  const chooser = createHostChooser(parsed);
  const checked = await checkServer(parsed, chooser);
  const address = {
    isPooled: checked.isPooled,
    canStall: true,
    connectionString: parsed.connectionString,
    Client: parsed.hosts.length > 1 ? writableHostClient(chooser) : undefined,
  };
  return { address, checked };
}

/** @throws StartError if the address leads to a pooler or to another database */
async function openWithSessions(
  url: string,
  setting: AddressSetting,
  identity: string,
): Promise<{ readonly address: DatabaseAddress; readonly role: string }> {
  const { address, checked } = await openAddress(url, setting);
  if (address.isPooled)
    throw new StartError(
      `${setting} points to a pooler that gives each transaction another connection (PgBouncer in transaction mode): set it to the address of the server itself.`,
    );
  if (checked.identity !== identity)
    throw new StartError(`DATABASE_URL and ${setting} point to different databases.`);
  return { address, role: checked.role };
}

function requireSessions(address: DatabaseAddress): DatabaseAddress {
  if (!address.isPooled) return address;
  throw new StartError(
    'DATABASE_URL points to a pooler that gives each transaction another connection (PgBouncer in transaction mode): set DATABASE_URL_DIRECT to the address of the server itself, for migrations and commands.',
  );
}

/** Connects for API calls, which take at most a few seconds. */
export function connectForRequests({ address, poolSize }: OpenedDatabase, log: Logger): Database {
  return connect(address, { max: poolSize, log });
}

/** Connects for startup work and commands: without a pooler and without a statement limit. */
export function connectForWork({ direct }: OpenedDatabase, log: Logger): Database {
  return connect(direct, { max: WORK_POOL, log, statementTimeoutMs: 0, idleTimeoutMs: WORK_IDLE_MS });
}

/** Connects for migrations and other operations that require the owner of the tables. */
export function connectAsOwner({ owner }: OpenedDatabase, log: Logger): Database {
  return connect(owner, {
    max: OWNER_POOL,
    log,
    statementTimeoutMs: 0,
    idleTimeoutMs: WORK_IDLE_MS,
  });
}

function connect(address: DatabaseAddress, options: ConnectOptions): Database {
  const { connectionString, Client, isPooled, canStall } = address;
  return connectDatabase(connectionString, {
    ...options,
    isPooled,
    ...(canStall ? {} : { responseTimeoutMs: null }),
    ...(Client ? { Client } : {}),
  });
}
