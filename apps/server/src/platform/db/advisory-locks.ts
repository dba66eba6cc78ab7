import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { z } from 'zod';
import { StartError } from '../../start-error.ts';
import { isLockTimeout } from './database-errors.ts';
import { defineStatement, rowsOf } from './statement.ts';

/** The keys of advisory locks. The shards of counters use (72110, shard); see free_counter_shard(). */
export const advisoryLocks = {
  migration: 7_211_001,
  /** For imports and demo data, which require an empty database. */
  filling: 7_211_002,
  /** For posting ledger entries and paying. */
  ledger: 7_211_003,
  imageSweep: 7_211_004,
  /** For creating service keys, so that a name has at most two valid keys. */
  serviceKeys: 7_211_007,
  /** For changing the team, so that at least one owner remains. */
  team: 7_211_008,
  dataKey: 7_211_009,
  /** For changing saved views, so that names stay unique and limits hold. */
  savedViews: 7_211_010,
  /** For closing days. Transactions that append wallet entries share the lock (CLOS-01). */
  closes: 7_211_011,
  /** For storing and removing positions of mechanics (ROAD-04, PRIV-06). */
  positions: 7_211_012,
  /** For adding the comparable form of transaction ids at startup after an upgrade (OWN-03). */
  transactionKeys: 7_211_013,
  /** For changing the code of a journal account (`require_free_account_code.sql`). */
  accountCodes: 7_211_014,
  /** For matching settlement lines and resolving exceptions (RECON-02, RECON-03). */
  settlements: 7_211_015,
  /** For filling the database with demo data, including its pictures and settlements. */
  demo: 7_211_017,
  /** For storing settlement files, so that line ids follow the commit order (RECON-02). */
  settlementFiles: 7_211_016,
} as const;

/** The first number of a collection's lock; the second is its place among the collections. */
export const collectionLock = 72_111;

/** The longest time that migrating a large database, or filling it with demo data, takes. */
const MAX_WAIT_MS = 600_000;
const POLL_MS = 100;

const LOCK_TIMEOUT = defineStatement({
  name: 'lock-timeout',
  text: `SELECT current_setting('lock_timeout') AS value`,
  row: z.object({ value: z.string() }),
  example: [],
  isPrepared: false,
});

const TRY_LOCK = defineStatement({
  name: 'try-lock',
  text: 'SELECT pg_try_advisory_lock($1) AS "isFree"',
  row: z.object({ isFree: z.boolean() }),
  example: [0],
  isPrepared: false,
});

export interface LockWait {
  readonly until: 'transaction' | 'session';
  readonly longestMs?: number;
}

/**
 * Takes an advisory lock and waits a limited time for another program that holds it. A session lock is polled,
 * because if the other program builds an index concurrently, the build would wait for a statement that itself waits
 * for the lock (OPER-03).
 * @throws StartError that identifies the lock
 */
export async function waitForLock(
  client: pg.ClientBase,
  name: keyof typeof advisoryLocks,
  { until, longestMs = MAX_WAIT_MS }: LockWait,
): Promise<void> {
  if (until === 'transaction') return await waitInTransaction(client, name, longestMs);
  const deadline = performance.now() + longestMs;
  while (!(await tryLock(client, name))) {
    if (performance.now() > deadline) throw lockHeldError(name, longestMs);
    await delay(POLL_MS);
  }
}

async function waitInTransaction(
  client: pg.ClientBase,
  name: keyof typeof advisoryLocks,
  longestMs: number,
): Promise<void> {
  const [before] = await rowsOf(client, LOCK_TIMEOUT, []);
  const setTimeLimit = (value: string | undefined) =>
    client.query("SELECT set_config('lock_timeout', $1, true)", [value ?? '0']);
  await setTimeLimit(String(longestMs));
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks[name]]);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw lockHeldError(name, longestMs, error);
  }
  await setTimeLimit(before?.value);
}

const lockHeldError = (name: keyof typeof advisoryLocks, longestMs: number, cause?: unknown): StartError =>
  new StartError(
    `Another program has held the lock "${name}" of this database (${advisoryLocks[name]} in pg_locks) for ${Math.ceil(longestMs / 1000)} seconds: wait until it ends, or stop it, and try again.`,
    { cause },
  );

/** Takes an advisory lock for the session if it is free. @returns whether the lock was taken */
export async function tryLock(client: pg.ClientBase, name: keyof typeof advisoryLocks): Promise<boolean> {
  const [lock] = await rowsOf(client, TRY_LOCK, [advisoryLocks[name]]);
  return lock?.isFree ?? false;
}

export interface HeldLock {
  readonly longestMs?: number;
  /** Called once if another program holds the lock. */
  readonly onWait?: () => void;
}

/**
 * Runs `work` under an advisory lock, waiting while another program holds it. The lock belongs to its own connection,
 * so that it is released if the program is killed.
 * @throws StartError after `longestMs`
 */
export async function withLock<T>(
  pool: pg.Pool,
  name: keyof typeof advisoryLocks,
  { longestMs = MAX_WAIT_MS, onWait }: HeldLock,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  // The next statement detects a connection that breaks while idle.
  const ignore = () => undefined;
  client.on('error', ignore);
  try {
    if (!(await tryLock(client, name))) {
      onWait?.();
      await waitForLock(client, name, { until: 'session', longestMs });
    }
    const result = await work(client);
    await client.query('SELECT pg_advisory_unlock($1)', [advisoryLocks[name]]);
    client.off('error', ignore);
    client.release();
    return result;
  } catch (error) {
    // The state of the connection is unknown, so it is closed, which also releases the lock.
    client.release(true);
    throw error;
  }
}
