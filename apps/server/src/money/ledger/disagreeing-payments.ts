import type pg from 'pg';
import { z } from 'zod';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';

const COLUMNS = `id, booking_id, disagrees, status = 'paid' AND record_state = 'full' AS is_paid, amount_paise`;

/**
 * A paid payment disagrees with its booking when that is not paid, although what was paid covers its total, or is more than
 * it says (WORK-01). An advance that the booking knows of agrees.
 * @param near the SELECT of all payments of some bookings
 * @param booking the rows among which a booking is looked up by `paid.id`
 */
const markingOf = (near: string, booking: string): string => `
    near AS MATERIALIZED (${near}),
    paid AS MATERIALIZED (
      SELECT booking_id AS id, coalesce(sum(amount_paise) FILTER (WHERE is_paid), 0) AS paise FROM near GROUP BY booking_id),
    unpaid AS MATERIALIZED (
      SELECT paid.id FROM paid JOIN ${booking} AS b ON b.id = paid.id
      WHERE b.record_state = 'full' AND b.payment_status IS DISTINCT FROM 'paid'
        AND (paise > coalesce(b.paid_paise, 0) OR paise >= coalesce(b.total_paise, 0))),
    wanted AS MATERIALIZED (
      SELECT id, disagrees FROM (
        SELECT near.id, near.disagrees AS is_marked, coalesce(is_paid, false) AND unpaid.id IS NOT NULL AS disagrees
        FROM near LEFT JOIN unpaid ON unpaid.id = near.booking_id) AS each WHERE is_marked <> disagrees),
    marked AS (
      UPDATE payments AS p SET disagrees = wanted.disagrees FROM wanted
      WHERE p.id = wanted.id AND p.disagrees <> wanted.disagrees RETURNING p.id)
    SELECT count(*) AS count FROM marked`;

const countRow = z.object({ count: z.number() });

/** Rows are read one by one by the index of their id or booking, as posting does. */
export const MARK_DISAGREEING = defineStatement({
  name: 'mark-disagreeing-payments',
  text: `WITH given AS MATERIALIZED (SELECT DISTINCT id FROM unnest($1::text[]) AS given (id)), ${markingOf(
    `SELECT p.* FROM given CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM payments WHERE booking_id = given.id OFFSET 0) AS p
      UNION SELECT p.id, p.booking_id, p.disagrees, false, 0
      FROM given CROSS JOIN LATERAL (SELECT * FROM payments WHERE id = given.id OFFSET 0) AS p WHERE p.booking_id IS NULL`,
    'LATERAL (SELECT * FROM bookings WHERE id = paid.id OFFSET 0)',
  )}`,
  row: countRow,
  example: [[]],
});

const MARK_RANGE = defineStatement({
  name: 'mark-disagreeing-payments-of-range',
  text: `WITH ${markingOf(
    `SELECT ${COLUMNS} FROM payments WHERE booking_id >= $1 AND booking_id < $2`,
    '(SELECT * FROM bookings WHERE id >= $1 AND id < $2)',
  )}`,
  row: countRow,
  example: ['', ''],
  isPrepared: false,
});

/** Marks which payments of some records disagree with their booking. @param recordIds ids of `pending_postings` */
export async function markDisagreeingPayments(client: pg.ClientBase, recordIds: readonly string[]): Promise<void> {
  await rowsOf(client, MARK_DISAGREEING, [recordIds]);
}

/** Marks which new payments of the bookings with ids from `from` up to, but without, `until` disagree with their booking. */
export async function markDisagreeingPaymentsOfRange(
  client: pg.ClientBase,
  from: string,
  until: string,
): Promise<void> {
  await rowsOf(client, MARK_RANGE, [from, until]);
}
