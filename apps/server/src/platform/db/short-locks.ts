import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { isDeadlock, isLockTimeout, isTooSlow } from './database-errors.ts';

/** The waits for locks of one transaction together: calls of the service queue behind it as long (OPER-03). */
const LOCKS_MS = 500;
const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
/** Longer than PostgreSQL's deadlock_timeout of a second, after which it cancels an autovacuum that others wait for. */
const AUTOVACUUM_MS = 3_000;

export interface ShortLocks {
  /** For how long attempts are repeated, in milliseconds. */
  readonly limitMs: number;
  /** Whether no statement takes longer than the locks may, because each takes many of them. */
  readonly hasManyLocks?: boolean;
  readonly log?: Logger | undefined;
}

/** Runs a statement of the transaction. */
export type Run = (statement: string, values?: readonly unknown[]) => Promise<pg.QueryResult>;

/**
 * Runs `work` in a transaction whose statements together wait for locks half a second at most. Where they do not get them,
 * everything is undone, and repeated after a pause in which the calls that have queued behind it are answered (OPER-03).
 * @throws the error of the last attempt once `limitMs` has passed, and every other error
 */
export async function withShortLocks<T>(
  client: pg.ClientBase,
  { limitMs, hasManyLocks = false, log }: ShortLocks,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  let statementsMs = LOCKS_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(
        client,
        { statementsMs: hasManyLocks ? statementsMs : 0, isFirst: attempt === 1 },
        work,
      );
    } catch (error) {
      const isSlow = hasManyLocks && isTooSlow(error);
      if (!isSlow && !isLockTimeout(error) && !isDeadlock(error)) throw error;
      if (performance.now() > deadline) throw error;
      // A machine on which the statements themselves take longer would never get there.
      if (isSlow) statementsMs *= 2;
      log?.info({ attempt }, 'a migration waits for locks that others hold');
    }
    await delay(pauseAfter(attempt));
  }
}

async function attemptOnce<T>(
  client: pg.ClientBase,
  { statementsMs, isFirst }: { readonly statementsMs: number; readonly isFirst: boolean },
  work: (run: Run) => Promise<T>,
): Promise<T> {
  return await inTransaction(client, async () => {
    if (!isFirst) await endAutovacuums(client);
    let waitedMs = 0;
    return await work(async (statement, values = []) => {
      const leftMs = Math.max(1, Math.ceil(LOCKS_MS - waitedMs));
      await client.query(`SET LOCAL lock_timeout = ${leftMs}; SET LOCAL statement_timeout = ${statementsMs}`);
      const begunMs = performance.now();
      const result = await client.query(statement, values.length === 0 ? undefined : [...values]);
      waitedMs += performance.now() - begunMs;
      return result;
    });
  });
}

/** Runs `work` in a transaction of a client. */
async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * Half a second is too short for PostgreSQL to end an autovacuum, which would delay the migration for as long as it works. This lock
 * makes it end: reads and writes of the service do not wait for who waits for it.
 */
async function endAutovacuums(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT l.relation::regclass::text AS name FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation
     WHERE l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND l.granted AND l.pid <> pg_backend_pid()
       AND l.mode = 'ShareUpdateExclusiveLock' AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  await client.query(`SET LOCAL lock_timeout = ${AUTOVACUUM_MS}`);
  for (const { name } of rows) await client.query(`LOCK TABLE ${name} IN SHARE UPDATE EXCLUSIVE MODE`);
}

/** Longer after each attempt, and never the same for two programs. */
function pauseAfter(attempt: number): number {
  return Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 1.5 ** (attempt - 1)) * (0.75 + Math.random() / 2);
}
