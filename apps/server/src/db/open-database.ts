import type pg from 'pg';
import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';
import { checkServer } from './check-server.ts';
import type { Purpose } from './embedded/directory-lock.ts';
import { openEmbedded } from './embedded/open-embedded.ts';
import { parseServerAddress } from './server-address.ts';
import { hostChooser, writableHostClient } from './writable-host.ts';

/** A database that runs and can be connected to. */
export interface OpenedDatabase {
  readonly connectionString: string;
  readonly kind: 'embedded' | 'fallback' | 'server';
  /** Whether another process runs the embedded database; `stop` then leaves it alone. */
  readonly isJoined: boolean;
  /** How many connections suit it. */
  readonly poolSize: number;
  /** Makes the pool's clients where the address names several hosts; else undefined. */
  readonly Client: typeof pg.Client | undefined;
  /** Ends what was started; the pool is closed before. With `isInterrupted` other commands are not waited for. */
  stop(options?: { readonly isInterrupted: boolean }): Promise<void>;
}

const SERVER_POOL = 10;

/**
 * Opens the database of the settings: the server of DATABASE_URL, or the embedded one, which a command joins when a
 * program runs it.
 * @throws StartError with one sentence when it cannot be used (RUN-02)
 */
export async function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: Logger,
  { purpose }: { readonly purpose: Purpose },
): Promise<OpenedDatabase> {
  if (settings.databaseUrl === null)
    return { ...(await openEmbedded(settings.dataDir, log, purpose)), Client: undefined };
  const address = parseServerAddress(settings.databaseUrl);
  const chooser = hostChooser(address);
  await checkServer(address, chooser);
  return {
    connectionString: address.connectionString,
    kind: 'server',
    isJoined: false,
    poolSize: SERVER_POOL,
    Client: address.hosts.length > 1 ? writableHostClient(chooser) : undefined,
    stop: () => Promise.resolve(),
  };
}
