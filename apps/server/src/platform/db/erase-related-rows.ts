import type { ActivityEntity } from '@wayside/contract/activity';
import type pg from 'pg';
import { advisoryLocks } from './advisory-locks.ts';

export type PeopleTable = 'users' | 'mechanics';

/** The columns with the person's id in other tables. */
export const OWNER_COLUMN: Readonly<Record<PeopleTable, string>> = { users: 'user_id', mechanics: 'mechanic_id' };
export const ENTITY_OF: Readonly<Record<PeopleTable, ActivityEntity>> = { users: 'user', mechanics: 'mechanic' };

/**
 * Deletes erased people's data in other tables (USER-06, PRIV-06): messages, notes, calls, and the hashes that an
 * import compares. Bookings and money rows stay. An import does not restore records that were deleted in Wayside
 * (IMPO-02).
 */
export async function eraseRelatedRows(
  client: pg.ClientBase,
  table: PeopleTable,
  ids: readonly string[],
): Promise<void> {
  await client.query('UPDATE imported_records SET field_hashes = NULL WHERE collection = $1 AND id = ANY ($2)', [
    table,
    ids,
  ]);
  await client.query(
    `WITH gone AS (DELETE FROM notifications WHERE ${OWNER_COLUMN[table]} = ANY ($1) RETURNING id)
     UPDATE imported_records SET field_hashes = NULL WHERE collection = 'notifications' AND id IN (SELECT id FROM gone)`,
    [ids],
  );
  await client.query(
    'UPDATE activity SET note = NULL, note_salt = NULL WHERE entity = $1 AND entity_id = ANY ($2) AND note IS NOT NULL',
    [ENTITY_OF[table], ids],
  );
  await eraseReasons(client, table, ids);
  if (table === 'mechanics') await erasePositions(client, ids);
  await eraseNotes(client, table, ids);
  await eraseCalls(client, table, ids);
  // Removes remarks about the people and messages to them. The events stay in the feed.
  await client.query(
    `UPDATE events SET data = data - 'remarks' - 'message'
     WHERE data ?| '{remarks,message}' AND EXISTS (SELECT FROM jsonb_each_text(data) WHERE value = ANY ($1))`,
    [ids],
  );
  if (table === 'users') await eraseBookings(client, ids);
  await eraseCancelReasons(client, table, ids);
}

/** Erases a customer's locations, descriptions and photos in bookings. */
async function eraseBookings(client: pg.ClientBase, ids: readonly string[]): Promise<void> {
  await client.query(
    'UPDATE bookings SET latitude = NULL, longitude = NULL, problem = NULL WHERE customer_id = ANY ($1)',
    [ids],
  );
  await client.query('UPDATE payments SET screenshot = NULL WHERE customer_id = ANY ($1)', [ids]);
}

const WERE_THEIRS: Readonly<Record<PeopleTable, string>> = {
  users: 'b.customer_id = ANY ($1)',
  mechanics: `(b.mechanic_id = ANY ($1)
    OR EXISTS (SELECT FROM emergency_steps AS s WHERE s.booking_id = b.id AND s.mechanic_id = ANY ($1)))`,
};

/**
 * Erases the reasons for cancellations of the people's bookings (ROAD-05), also in the feed. The customer's bookings
 * must be locked, so that no request is added in the meantime.
 */
async function eraseCancelReasons(
  client: pg.ClientBase,
  table: PeopleTable,
  ids: readonly string[],
): Promise<void> {
  await client.query(
    `WITH gone AS (
       UPDATE emergency_requests AS r SET reason = NULL FROM bookings AS b
       WHERE b.id = r.booking_id AND r.reason IS NOT NULL AND ${WERE_THEIRS[table]} RETURNING b.id),
     steps AS (UPDATE emergency_steps SET reason = NULL WHERE reason IS NOT NULL AND booking_id IN (SELECT id FROM gone))
     UPDATE events SET data = data - 'reason'
     WHERE type = 'booking.cancel_requested' AND data ->> 'id' IN (SELECT id FROM gone)`,
    [ids],
  );
}

/** Erases positions. A concurrent writer waits for the lock and then finds that the mechanic is erased. */
async function erasePositions(client: pg.ClientBase, ids: readonly string[]): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.positions]);
  await client.query('DELETE FROM mechanic_positions WHERE mechanic_id = ANY ($1)', [ids]);
}

/**
 * Erases notes on people and on their bookings (WORK-04), also in the activity log. Their rows must already be
 * erased, so that no note is added.
 */
async function eraseNotes(client: pg.ClientBase, table: PeopleTable, ids: readonly string[]): Promise<void> {
  await client.query(`DELETE FROM notes WHERE ${OWNER_COLUMN[table]} = ANY ($1)`, [ids]);
  await client.query(
    `UPDATE activity SET note = NULL, note_salt = NULL WHERE entity = 'booking' AND note IS NOT NULL
     AND EXISTS (SELECT FROM jsonb_array_elements(changes) AS person WHERE person ->> 'after' = ANY ($1))`,
    [ids],
  );
}

/** Erases the phone numbers of their calls (PEOP-07). A concurrent call finds that they are erased. */
async function eraseCalls(client: pg.ClientBase, table: PeopleTable, ids: readonly string[]): Promise<void> {
  await client.query(
    `WITH gone AS (DELETE FROM call_people WHERE ${OWNER_COLUMN[table]} = ANY ($1) RETURNING call_id)
     UPDATE calls SET phone = NULL WHERE id IN (SELECT call_id FROM gone)`,
    [ids],
  );
}

/** Tables with reasons of voids, adjustments and payment run rows. */
export const REASON_TABLES: Readonly<Record<PeopleTable, readonly string[]>> = {
  users: ['payout_voids'],
  mechanics: ['payout_voids', 'adjustments', 'payment_run_rows'],
};

/**
 * Erases the reasons of requests, rejections, voids, run removals, bank failures and adjustments, including those
 * written between the erasure and the final payment.
 */
export async function eraseReasons(
  client: pg.ClientBase,
  table: PeopleTable,
  ids: readonly string[],
): Promise<void> {
  await client.query(
    `WITH gone AS (UPDATE approvals SET reason = NULL, note = NULL
       WHERE ${OWNER_COLUMN[table]} = ANY ($1) AND coalesce(reason, note) IS NOT NULL RETURNING id)
     UPDATE activity SET note = NULL, note_salt = NULL
     WHERE entity = 'approval' AND entity_id IN (SELECT id FROM gone) AND note IS NOT NULL`,
    [ids],
  );
  const theirs =
    table === 'users' ? 'p.customer_id = ANY ($1)' : '(r.mechanic_id = ANY ($1) OR p.mechanic_id = ANY ($1))';
  await client.query(
    `WITH gone AS (UPDATE refunds AS r SET reason = NULL, outcome_reason = NULL FROM payments AS p
       WHERE p.id = r.payment_id AND ${theirs} AND coalesce(r.reason, r.outcome_reason) IS NOT NULL RETURNING r.id)
     UPDATE activity SET note = NULL, note_salt = NULL
     WHERE entity = 'refund' AND entity_id IN (SELECT id FROM gone) AND note IS NOT NULL`,
    [ids],
  );
  for (const stated of REASON_TABLES[table])
    await client.query(
      `UPDATE ${stated} SET reason = NULL WHERE ${OWNER_COLUMN[table]} = ANY ($1) AND reason IS NOT NULL`,
      [ids],
    );
  await client.query(
    `UPDATE activity SET note = NULL, note_salt = NULL
     WHERE entity = $1 AND entity_id = ANY ($2) AND action IN ('voided', 'adjusted', 'removed_from_run', 'payment_failed') AND note IS NOT NULL`,
    [ENTITY_OF[table], ids],
  );
}
