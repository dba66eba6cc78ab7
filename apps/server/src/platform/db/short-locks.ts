import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { isDeadlock, isLockTimeout, isStatementTimeout } from './database-errors.ts';

/** How long one transaction may wait for locks in total; other calls queue behind it for as long (OPER-03). */
const LOCKS_MS = 500;
const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 5_000;
/** Longer than deadlock_timeout (1 s), after which PostgreSQL cancels an autovacuum that blocks others. */
const AUTOVACUUM_MS = 3_000;

export interface ShortLocks {
  /** How long attempts are repeated, in milliseconds. */
  readonly limitMs: number;
  /** Also limits the time of each statement, because the transaction takes many locks. */
  readonly hasManyLocks?: boolean;
  readonly log?: Logger | undefined;
}

export type Run = (statement: string, values?: readonly unknown[]) => Promise<pg.QueryResult>;

/**
 * Runs `work` in a transaction that waits for locks for up to half a second in total. If that is not enough, rolls it
 * back and retries after a pause, so that queued calls can proceed (OPER-03).
 * @throws the last error after `limitMs`; every other error immediately
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
      const isSlow = hasManyLocks && isStatementTimeout(error);
      if (!isSlow && !isLockTimeout(error) && !isDeadlock(error)) throw error;
      if (performance.now() > deadline) throw error;
      // On a slow machine, the statements themselves take longer.
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
 * Cancels autovacuums that hold the locks. PostgreSQL cancels one only after it has blocked another session for
 * deadlock_timeout (1 s), which is longer than the usual limit of half a second. This function therefore waits
 * longer, with a lock that does not block reads and writes.
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

/** Returns a pause that grows with each attempt, with jitter. */
function pauseAfter(attempt: number): number {
  return Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 1.5 ** (attempt - 1)) * (0.75 + Math.random() / 2);
}
