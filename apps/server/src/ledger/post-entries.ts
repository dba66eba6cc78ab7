import type pg from 'pg';
import { advisoryLocks } from '../db/advisory-locks.ts';
import type { Database } from '../db/database.ts';
import { POST_DIFFERENCES } from './posting-statement.ts';

/** Rows of `pending_postings` that one transaction takes; each names up to some thousands of records. */
const ROWS_AT_ONCE = 3;

const TAKE_PENDING = `DELETE FROM pending_postings WHERE id IN (SELECT id FROM pending_postings ORDER BY id LIMIT ${ROWS_AT_ONCE})
  RETURNING record_ids AS ids`;
const TAKE_OWN = `DELETE FROM pending_postings WHERE id IN (
    SELECT id FROM pending_postings WHERE xmin = pg_current_xact_id()::xid ORDER BY id LIMIT ${ROWS_AT_ONCE})
  RETURNING record_ids AS ids`;

/** Pending records that a mechanic's balance may depend on: their own, and those that their entries followed from. */
const PENDING_OF_MECHANIC = `
  SELECT DISTINCT pending.id FROM pending_postings, unnest(record_ids) AS pending (id) WHERE pending.id COLLATE "C" IN (
    SELECT coalesce(booking_id, id) FROM payments WHERE mechanic_id = $1
    UNION SELECT id FROM bookings WHERE mechanic_id = $1
    UNION SELECT id FROM earnings WHERE mechanic_id = $1
    UNION SELECT id FROM payouts WHERE mechanic_id = $1
    UNION SELECT unnest(ARRAY[source_id, booking_id]) FROM ledger_entries WHERE mechanic_id = $1)`;

/** A program that stops in the middle of posting gives the ledger free again after this. */
const IDLE_MS = 20_000;

/**
 * Makes the transaction the only one that posts entries, until it ends. Whoever writes records that entries follow from, or
 * pays from a balance, calls it before the first write: so nobody who holds it waits for somebody who wants it, what was
 * committed is seen, and a balance cannot change between reading and paying (PAYO-07, PAYO-10).
 */
export async function lockLedger(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SELECT pg_advisory_xact_lock($1), set_config('idle_in_transaction_session_timeout', '${IDLE_MS}', true)`,
    [advisoryLocks.ledger],
  );
}

/**
 * Posts the entries of what this transaction has changed: the last statement of a writer but for the activity.
 * @param client holds the ledger's lock
 * @returns how many entries were appended
 */
export async function postOwnEntries(client: pg.ClientBase): Promise<number> {
  let appended = 0;
  for (;;) {
    const posted = await postTaken(client, TAKE_OWN);
    if (posted === null) return appended;
    appended += posted;
  }
}

/**
 * Posts what is pending of a mechanic, before a balance is read to pay from it. Nothing is, as a rule.
 * @param client holds the ledger's lock
 */
export async function postPendingEntriesOf(client: pg.ClientBase, mechanicId: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>(PENDING_OF_MECHANIC, [mechanicId]);
  if (rows.length > 0) await client.query(POST_DIFFERENCES, [rows.map(({ id }) => id)]);
}

/**
 * Posts whatever is pending, in transactions of bounded size: what was written while no program of this version posted.
 * @returns how many entries were appended
 */
export async function postPendingEntries(database: Pick<Database, 'transaction'>): Promise<number> {
  let appended = 0;
  for (;;) {
    const posted = await database.transaction(async (client) => {
      await client.query('SET LOCAL statement_timeout = 0');
      await lockLedger(client);
      return postTaken(client, TAKE_PENDING);
    });
    if (posted === null) return appended;
    appended += posted;
  }
}

/** Null where nothing was pending. */
async function postTaken(client: pg.ClientBase, takePending: string): Promise<number | null> {
  const { rows } = await client.query<{ ids: string[] }>(takePending);
  if (rows.length === 0) return null;
  // A statement of its own, after the rows are taken: it sees whatever they were made for.
  const { rowCount } = await client.query(POST_DIFFERENCES, [[...new Set(rows.flatMap(({ ids }) => ids))]]);
  return rowCount ?? 0;
}
