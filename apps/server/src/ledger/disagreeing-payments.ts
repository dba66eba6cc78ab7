import type pg from 'pg';
import { z } from 'zod';
import { defineStatement, rowsOf } from '../db/statement.ts';

/**
 * A paid payment disagrees with its booking when that is not paid, although what was paid covers its total, or is more than
 * it says (WORK-01). An advance that the booking knows of agrees. Rows are read one by one by an index, as posting does.
 */
const MARK = defineStatement({
  name: 'mark-disagreeing-payments',
  text: `WITH given AS MATERIALIZED (SELECT DISTINCT id FROM unnest($1::text[]) AS given (id)),
    near AS MATERIALIZED (
      SELECT p.id, p.booking_id, p.disagrees, p.status = 'paid' AND p.record_state = 'full' AS is_paid, p.amount_paise
      FROM given CROSS JOIN LATERAL (SELECT * FROM payments WHERE booking_id = given.id OFFSET 0) AS p
      UNION SELECT p.id, p.booking_id, p.disagrees, false, 0
      FROM given CROSS JOIN LATERAL (SELECT * FROM payments WHERE id = given.id AND booking_id IS NULL OFFSET 0) AS p),
    paid AS MATERIALIZED (
      SELECT booking_id AS id, coalesce(sum(amount_paise) FILTER (WHERE is_paid), 0) AS paise FROM near GROUP BY booking_id),
    unpaid AS MATERIALIZED (
      SELECT paid.id FROM paid CROSS JOIN LATERAL (SELECT * FROM bookings WHERE id = paid.id OFFSET 0) AS b
      WHERE b.record_state = 'full' AND b.payment_status IS DISTINCT FROM 'paid'
        AND (paise > coalesce(b.paid_paise, 0) OR paise >= coalesce(b.total_paise, 0))),
    wanted AS MATERIALIZED (
      SELECT near.id, coalesce(is_paid, false) AND unpaid.id IS NOT NULL AS disagrees
      FROM near LEFT JOIN unpaid ON unpaid.id = near.booking_id),
    marked AS (
      UPDATE payments AS p SET disagrees = wanted.disagrees FROM wanted
      WHERE p.id = wanted.id AND p.disagrees <> wanted.disagrees RETURNING p.id)
    SELECT count(*) AS count FROM marked`,
  row: z.object({ count: z.number() }),
  example: [[]],
});

/** Marks which payments of some records disagree with their booking. @param recordIds ids of `pending_postings` */
export async function markDisagreeingPayments(client: pg.ClientBase, recordIds: readonly string[]): Promise<void> {
  await rowsOf(client, MARK, [recordIds]);
}
