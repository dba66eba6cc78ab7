import type { Logger } from 'pino';
import { loggingFailures, repeat } from '../../repeat.ts';
import { headsText, readHeads } from './chain-heads.ts';
import type { Database } from './database.ts';

const HOUR_MS = 3_600_000;

/** Writes the ends of the chains to the log, out of reach of anyone who changes the database (PRIV-04). */
async function logHeads(database: Pick<Database, 'rows'>, log: Logger): Promise<void> {
  const heads = await readHeads(database);
  if (heads.length === 0) return;
  const counts = Object.fromEntries(heads.map(({ chain, entries }) => [chain, entries]));
  log.info({ entries: counts, head: headsText(heads) }, 'the head of the chains');
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
  const attempt = loggingFailures(log, 'the head of the chains could not be read', () => logHeads(database, log));
  await attempt();
  const end = repeat(intervalMs, attempt);
  return async () => {
    await end();
    await attempt();
  };
}
