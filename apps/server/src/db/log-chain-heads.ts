import type { Logger } from 'pino';
import { repeat } from '../repeat.ts';
import { headText, readHeads } from './chain-heads.ts';
import type { Database } from './database.ts';

const HOUR_MS = 3_600_000;

/** Writes the ends of the chains to the log, where whoever changes the database does not reach them (PRIV-04). */
export async function logHeads(database: Pick<Database, 'rows'>, log: Logger): Promise<void> {
  try {
    const heads = await readHeads(database);
    if (heads.length === 0) return;
    const counts = Object.fromEntries(heads.map(({ chain, entries }) => [chain, entries]));
    log.info({ entries: counts, head: heads.map(headText).join(',') }, 'the head of the chains');
  } catch (error) {
    log.warn({ err: error }, 'the head of the chains could not be read');
  }
}

/**
 * Logs the ends of the chains now, every hour, and when the returned function stops it.
 * @param intervalMs tests shorten it
 */
export async function logHeadsRepeatedly(
  database: Database,
  log: Logger,
  intervalMs = HOUR_MS,
): Promise<() => Promise<void>> {
  await logHeads(database, log);
  const end = repeat(intervalMs, () => logHeads(database, log));
  return async () => {
    await end();
    await logHeads(database, log);
  };
}
