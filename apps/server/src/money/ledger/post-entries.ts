import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import { appendLink, ledgerHash } from '../../platform/db/chain-links.ts';
import type { Database } from '../../platform/db/database.ts';
import { isLockTimeout } from '../../platform/db/database-errors.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { repeat, withFailureLogging } from '../../repeat.ts';
import { confirmRefunds } from './confirm-refunds.ts';
import { markDisagreeingPayments, POST_DIFFERENCES } from './posting-statement.ts';

const postedRow = z.object({
  count: z.number(),
  firstId: z.number().nullable(),
  lastId: z.number().nullable(),
  digest: z.instanceof(Buffer).nullable(),
  before: z.instanceof(Buffer).nullable(),
  entriesBefore: z.number(),
});

/** The statement is prepared once per connection, because planning takes longer than posting a few records. */
const POST = defineStatement({ name: 'post-entries', text: POST_DIFFERENCES, row: postedRow, example: [[]] });

/** The number of `pending_postings` rows that one transaction takes. Each row names up to several thousand records. */
const ROWS_PER_BATCH = 3;

/** Takes pending postings of all transactions or, if $1 is true, only of the current transaction. */
const TAKE_PENDING = defineStatement({
  name: 'take-pending-postings',
  text: `DELETE FROM pending_postings WHERE id IN (
      SELECT id FROM pending_postings WHERE NOT $1 OR xmin = pg_current_xact_id()::xid ORDER BY id LIMIT ${ROWS_PER_BATCH})
    RETURNING record_ids AS ids`,
  row: z.object({ ids: z.array(z.string()) }),
  example: [false],
});

/**
 * The pending records that may affect a mechanic's balance: their own records and the sources of their ledger
 * entries.
 */
const PENDING_OF_MECHANIC = defineStatement({
  name: 'pending-postings-of-mechanic',
  text: `SELECT DISTINCT pending.id FROM pending_postings, unnest(record_ids) AS pending (id) WHERE pending.id COLLATE "C" IN (
      SELECT coalesce(booking_id, id) FROM payments WHERE mechanic_id = $1
      UNION SELECT id FROM bookings WHERE mechanic_id = $1
      UNION SELECT unnest(ARRAY[id, payment_id, booking_id]) FROM earnings WHERE mechanic_id = $1
      UNION SELECT id FROM payouts WHERE mechanic_id = $1
      UNION SELECT id FROM adjustments WHERE mechanic_id = $1
      UNION SELECT unnest(ARRAY[id, payment_id]) FROM refunds WHERE mechanic_id = $1
      UNION SELECT unnest(ARRAY[source_id, booking_id, payment_id]) FROM ledger_entries WHERE mechanic_id = $1)`,
  row: z.object({ id: z.string() }),
  example: [sampleOf('bookings', 'mechanic_id')],
  isPrepared: false,
});

/** If a program stops during posting, PostgreSQL releases the ledger lock after this time. */
const IDLE_MS = 20_000;
/** A committed record is posted within a second (PAYO-10). */
const POSTING_INTERVAL_MS = 500;

/**
 * Locks the ledger, so that no other transaction posts entries until this one ends. A transaction that writes records
 * with ledger entries, or pays from a balance, calls this before its first write. This order rules out deadlocks,
 * makes all committed entries visible, and keeps the balance unchanged between reading and paying (PAYO-07, PAYO-10).
 */
export async function lockLedger(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SELECT pg_advisory_xact_lock($1), set_config('idle_in_transaction_session_timeout', '${IDLE_MS}', true)`,
    [advisoryLocks.ledger],
  );
}

/**
 * Posts the entries of the records that this transaction has changed. Only activity entries may be written after it.
 * @param client holds the ledger's lock @returns the number of appended entries
 */
export async function postOwnEntries(client: pg.ClientBase): Promise<number> {
  let appended = 0;
  for (;;) {
    const posted = await postNextBatch(client, true);
    if (posted === null) return appended;
    appended += posted;
  }
}

/** Posts the pending entries of a mechanic before a payment reads the balance. @param client holds the ledger's lock */
export async function postPendingEntriesOf(client: pg.ClientBase, mechanicId: string): Promise<void> {
  const rows = await rowsOf(client, PENDING_OF_MECHANIC, [mechanicId]);
  if (rows.length > 0)
    await postRecords(
      client,
      rows.map(({ id }) => id),
    );
}

/** Posts all pending entries, in the transaction of a payment to many mechanics. @param client holds the ledger's lock */
export async function postAllPendingEntries(client: pg.ClientBase): Promise<void> {
  while ((await postNextBatch(client, false)) !== null);
}

/** Posts all pending entries, in transactions of bounded size. @returns the number of appended entries */
export async function postPendingEntries(database: Pick<Database, 'longTransaction'>): Promise<number> {
  let appended = 0;
  for (;;) {
    // Uses a long transaction because posting may take any time. Waiting for another transaction that posts may still
    // time out, because each attempt would otherwise leave a backend behind.
    const posted = await database.longTransaction(async (client) => {
      await lockLedger(client);
      return postNextBatch(client, false);
    });
    if (posted === null) return appended;
    appended += posted;
  }
}

/** Posts the records of some pending rows; null if there are no pending rows. */
async function postNextBatch(client: pg.ClientBase, isOwn: boolean): Promise<number | null> {
  const rows = await rowsOf(client, TAKE_PENDING, [isOwn]);
  if (rows.length === 0) return null;
  // This is a separate statement, so that its snapshot includes the records that the rows name.
  return postRecords(client, [...new Set(rows.flatMap(({ ids }) => ids))]);
}

/**
 * Posts the entries of records, adds them to the hash chain, and marks payments that disagree with their booking.
 * @returns the number of appended entries
 */
async function postRecords(client: pg.ClientBase, recordIds: readonly string[]): Promise<number> {
  await markDisagreeingPayments(client, recordIds);
  const refundIds = await confirmRefunds(client, recordIds);
  const [posted] = await rowsOf(client, POST, [[...recordIds, ...refundIds]]);
  if (posted === undefined) throw new Error('posting has no result');
  const { count, firstId, lastId, digest, before, entriesBefore } = posted;
  if (firstId === null || lastId === null || digest === null) return 0;
  const entries = entriesBefore + count;
  await appendLink(client, { chain: 'ledger', entries, firstId, lastId, hash: ledgerHash(before, digest) });
  return count;
}

const CHECK_POSTING_PENDING = defineStatement({
  name: 'is-posting-pending',
  text: 'SELECT EXISTS (SELECT FROM pending_postings) AS "isPending"',
  row: z.object({ isPending: z.boolean() }),
  example: [],
});

export async function isPostingPending(client: pg.ClientBase): Promise<boolean> {
  const [found] = await rowsOf(client, CHECK_POSTING_PENDING, []);
  return found?.isPending ?? false;
}

/**
 * Posts pending entries twice a second. This program posts its own records when it writes them, so only records of
 * other programs are pending.
 * @returns a function that stops the job and resolves when the current posting ends
 */
export function postPendingEntriesRepeatedly(database: Database, log: Logger): () => Promise<void> {
  return repeat(
    POSTING_INTERVAL_MS,
    withFailureLogging(log, 'pending entries could not be posted', async () => {
      try {
        const [found] = await database.rows(CHECK_POSTING_PENDING, []);
        if (found?.isPending) await postPendingEntries(database);
      } catch (error) {
        // Another transaction holds the ledger lock for longer than the lock timeout.
        if (!isLockTimeout(error)) throw error;
      }
    }),
  );
}
