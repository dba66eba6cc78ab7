import type pg from 'pg';
import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import { type CheckedServer, checkServer } from './check-server.ts';
import { type ConnectOptions, connectDatabase, type Database } from './database.ts';
import type { Purpose } from './embedded/directory-lock.ts';
import { openEmbedded } from './embedded/open-embedded.ts';
import { type AddressSetting, parseServerAddress } from './server-address.ts';
import { hostChooser, writableHostClient } from './writable-host.ts';

/** How to connect to a database. */
export interface DatabaseAddress {
  readonly connectionString: string;
  /** Creates the clients where the address names several hosts; else undefined. */
  readonly Client: typeof pg.Client | undefined;
  /** Whether a pooler gives each transaction another backend, so that sessions have no state. */
  readonly isPooled: boolean;
  /** Whether a late answer is a lost one; not with PGlite, whose connections wait for each other in this program. */
  readonly canFallSilent: boolean;
}

/** A running database. */
export interface OpenedDatabase {
  readonly kind: 'embedded' | 'fallback' | 'server';
  /** Whether another process runs the embedded database, which `stop` then leaves running. */
  readonly isJoined: boolean;
  /** For API calls. */
  readonly address: DatabaseAddress;
  /** For migrations and commands, which need sessions and have no time limit. */
  readonly direct: DatabaseAddress;
  /** The size of the pool. */
  readonly poolSize: number;
  /** Stops the database that this process started; close the pool first. With `isInterrupted` it does not wait for other commands. */
  stop(options?: { readonly isInterrupted: boolean }): Promise<void>;
}

type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'databaseUrlDirect' | 'databasePool' | 'dataDir'>;

const SERVER_POOL = 10;
/** Preparations and commands do one thing at a time and read something meanwhile. */
const WORK_POOL = 4;

/**
 * Opens the database of the settings: the server of DATABASE_URL, or the embedded one, which a command joins when another
 * process runs it.
 * @throws StartError with one sentence when it is unusable (RUN-02)
 */
export async function openDatabase(
  settings: DatabaseSettings,
  log: Logger,
  { purpose }: { readonly purpose: Purpose },
): Promise<OpenedDatabase> {
  const { databaseUrl, databaseUrlDirect, databasePool, dataDir } = settings;
  if (databaseUrl === null) {
    const { connectionString, poolSize, ...embedded } = await openEmbedded(dataDir, log, purpose);
    const canFallSilent = embedded.kind !== 'fallback';
    const address = { connectionString, Client: undefined, isPooled: false, canFallSilent };
    return { ...embedded, address, direct: address, poolSize: databasePool ?? poolSize };
  }
  const { identity, ...address } = await openServer(databaseUrl, 'DATABASE_URL');
  return {
    kind: 'server',
    isJoined: false,
    address,
    direct: databaseUrlDirect === null ? requireSessions(address) : await openDirect(databaseUrlDirect, identity),
    poolSize: databasePool ?? SERVER_POOL,
    stop: () => Promise.resolve(),
  };
}

async function openServer(
  url: string,
  setting: AddressSetting,
): Promise<DatabaseAddress & Pick<CheckedServer, 'identity'>> {
  const address = parseServerAddress(url, setting);
  const chooser = hostChooser(address);
  const checked = await checkServer(address, chooser);
  return {
    ...checked,
    canFallSilent: true,
    connectionString: address.connectionString,
    Client: address.hosts.length > 1 ? writableHostClient(chooser) : undefined,
  };
}

/** @throws StartError when this address leads through a pooler too, or to another database */
async function openDirect(url: string, identityWanted: string): Promise<DatabaseAddress> {
  const { identity, ...direct } = await openServer(url, 'DATABASE_URL_DIRECT');
  if (direct.isPooled)
    throw new StartError(
      'DATABASE_URL_DIRECT leads through a pooler that gives each transaction another connection (PgBouncer in transaction mode): set it to the address of the server itself.',
    );
  if (identity !== identityWanted)
    throw new StartError('DATABASE_URL and DATABASE_URL_DIRECT lead to different databases.');
  return direct;
}

/** @throws StartError when the address leads through a pooler */
function requireSessions(address: DatabaseAddress): DatabaseAddress {
  if (!address.isPooled) return address;
  throw new StartError(
    'DATABASE_URL leads through a pooler that gives each transaction another connection (PgBouncer in transaction mode): set DATABASE_URL_DIRECT to the address of the server itself, for migrations and commands.',
  );
}

/** Connects for API calls, each of which takes seconds at most. */
export function connectForCalls({ address, poolSize }: OpenedDatabase, log: Logger): Database {
  return connect(address, { max: poolSize, log });
}

/** Connects for preparations and commands: past a pooler, and without a limit on statements. */
export function connectForWork({ direct }: OpenedDatabase, log: Logger): Database {
  return connect(direct, { max: WORK_POOL, log, statementTimeoutMs: 0 });
}

function connect(address: DatabaseAddress, options: ConnectOptions): Database {
  const { connectionString, Client, isPooled, canFallSilent } = address;
  return connectDatabase(connectionString, {
    ...options,
    isPooled,
    ...(canFallSilent ? {} : { silenceMs: null }),
    ...(Client ? { Client } : {}),
  });
}
