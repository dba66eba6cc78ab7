import type pg from 'pg';
import { z } from 'zod';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';

/**
 * Compares the ledger entries of some records with the entries that they should have, in one statement (PAYO-08);
 * docs/money.md contains the rules. The wanted entries depend only on the current records and the history of the
 * configuration, so the order of imports makes no difference. Large tables are read row by row through an index,
 * because the statistics are out of date during an import.
 */

/**
 * Returns the SQL for the rows of a table that match a condition on the preceding tables of the query. OFFSET
 * prevents the planner from reading the whole table.
 */
const lateralRowsSql = (table: string, condition: string): string =>
  `LATERAL (SELECT * FROM ${table} WHERE ${condition} OFFSET 0)`;

/** Selects payments together with all payments of their booking, because one of these bears the fee. */
const NEAR = `
  given AS MATERIALIZED (SELECT DISTINCT id FROM unnest($1::text[]) AS given (id)),
  given_statements AS MATERIALIZED (
    SELECT e.id, e.booking_id, e.payment_id FROM given CROSS JOIN ${lateralRowsSql('earnings', 'id = given.id')} AS e),
  near_bookings AS MATERIALIZED (
    SELECT id FROM given
    UNION SELECT p.booking_id FROM given CROSS JOIN ${lateralRowsSql('payments', 'id = given.id')} AS p
    UNION SELECT booking_id FROM given_statements
    UNION SELECT p.booking_id FROM given_statements AS e CROSS JOIN ${lateralRowsSql('payments', 'id = e.payment_id')} AS p),
  near_payments AS MATERIALIZED (
    SELECT p.id FROM near_bookings AS b CROSS JOIN ${lateralRowsSql('payments', 'booking_id = b.id')} AS p
    UNION SELECT id FROM given UNION SELECT payment_id FROM given_statements),
  near_statements AS MATERIALIZED (
    SELECT id FROM given_statements
    UNION SELECT e.id FROM near_bookings AS b CROSS JOIN ${lateralRowsSql('earnings', 'booking_id = b.id')} AS e
    UNION SELECT e.id FROM near_payments AS p CROSS JOIN ${lateralRowsSql('earnings', 'payment_id = p.id')} AS e)`;

/** Returns the SQL for the last entry of a source, as `h`. */
const lastEntrySql = (source: string, id: string): string => `
  LEFT JOIN LATERAL (
    SELECT l AS entry, (
        SELECT true FROM ledger_entries AS back WHERE (back.source_id, back.source, back.revision, back.kind)
          = (l.source_id, l.source, l.revision, 'reversal') LIMIT 1) IS NULL AS stands
    FROM ledger_entries AS l WHERE l.source_id = ${id} AND l.source = '${source}' AND l.kind <> 'reversal'
    ORDER BY l.revision DESC LIMIT 1) AS h ON true`;

const flowSql = (method: string): string => `CASE WHEN ${method} = 'cash' THEN 'cash' ELSE 'platform' END`;

/**
 * Paid payments at the rates of their date. The first payment of a booking that was ever paid bears the fee, so that
 * a refund does not move the fee. No payment bears it if an imported earnings row of the booking states a fee.
 */
const ENTRIES_OF_PAYMENTS = `
  near AS (
    SELECT p.id, p.booking_id, p.method, p.amount_paise, p.status = 'paid' AS is_paid, p.status = 'refunded' AS is_refunded,
      p.status IN ('paid', 'refunded') AND p.amount_paise IS NOT NULL AS was_paid,
      coalesce(p.mechanic_id, b.mechanic_id) AS mechanic_id, b.platform_fee_paise AS fee_of_booking,
      p.booking_id IS NULL OR (b.record_state <> 'stub' AND b.status IS DISTINCT FROM 'cancelled') AS can_earn,
      coalesce(p.transacted_at, p.created_at) AS occurred_at, p.rated_at, h.entry, h.stands,
      of_payment.is_stated, of_payment.states_fee, of_booking.is_stated AS booking_is_stated, of_booking.states_fee AS booking_states_fee
    FROM near_payments AS n CROSS JOIN ${lateralRowsSql('payments', "id = n.id AND record_state = 'full'")} AS p
    LEFT JOIN ${lateralRowsSql('bookings', 'id = p.booking_id')} AS b ON b.id = p.booking_id
    LEFT JOIN LATERAL (
      SELECT true AS is_stated, platform_fee_paise > 0 AS states_fee FROM earnings WHERE payment_id = p.id LIMIT 1) AS of_payment ON true
    CROSS JOIN LATERAL (
      SELECT bool_or(payment_id IS NULL) AS is_stated, bool_or(platform_fee_paise > 0) AS states_fee
      FROM earnings WHERE booking_id = p.booking_id) AS of_booking
    ${lastEntrySql('payment', 'p.id')}),
  ranked AS (
    SELECT *, was_paid AND can_earn AND mechanic_id IS NOT NULL AND is_stated IS NULL AND booking_is_stated IS NOT TRUE AS earns,
      was_paid AND (booking_id IS NULL OR (
        row_number() OVER (PARTITION BY booking_id ORDER BY NOT was_paid, occurred_at NULLS LAST, id) = 1
        AND booking_states_fee IS NOT TRUE AND bool_or(states_fee) OVER (PARTITION BY booking_id) IS NOT TRUE)) AS bears_fee
    FROM near),
  commissions AS MATERIALIZED (
    SELECT in_force_from, in_force_until, (value #>> '{}')::numeric AS percent FROM configuration_periods WHERE field = 'commission_percent'),
  fees AS MATERIALIZED (
    SELECT in_force_from, in_force_until, (value #>> '{}')::bigint AS paise FROM configuration_periods WHERE field = 'platform_fee_paise'),
  of_payments AS (
    SELECT 'payment' AS source, id AS source_id, entry, stands,
      is_paid AND earns AS is_wanted,
      'earning' AS kind, ${flowSql('method')} AS flow, mechanic_id, booking_id, id AS payment_id, method, amount_paise AS gross_paise,
      round(amount_paise * coalesce(percent, 0) * 0.01)::bigint AS commission_paise,
      CASE WHEN bears_fee THEN coalesce(fee_of_booking, fees.paise, 0) ELSE 0 END AS platform_fee_paise,
      NULL::bigint AS net_paise, 0::bigint AS paid_out_paise, coalesce(percent, 0) AS commission_percent, bears_fee, occurred_at
    FROM ranked
    LEFT JOIN commissions ON commissions.in_force_from <= rated_at AND rated_at < commissions.in_force_until
    LEFT JOIN fees ON fees.in_force_from <= rated_at AND rated_at < fees.in_force_until)`;

/**
 * Imported earnings rows (IMPO-05), except those of refunded payments. A missing amount is calculated from the
 * others.
 */
const ENTRIES_OF_STATEMENTS = `
  of_statements AS (
    SELECT 'statement' AS source, e.id AS source_id, h.entry, h.stands,
      (p.record_state = 'full' AND p.status = 'refunded') IS NOT TRUE AS is_wanted,
      'earning' AS kind, ${flowSql('stated.method')} AS flow, e.mechanic_id, coalesce(e.booking_id, p.booking_id) AS booking_id, e.payment_id,
      stated.method, e.gross_paise,
      coalesce(e.commission_paise, greatest(e.gross_paise - coalesce(e.platform_fee_paise, 0) - e.net_paise, 0), 0) AS commission_paise,
      coalesce(e.platform_fee_paise, 0) AS platform_fee_paise, e.net_paise, 0::bigint AS paid_out_paise,
      NULL::numeric AS commission_percent, false AS bears_fee,
      coalesce(e.transacted_at, p.transacted_at, p.created_at) AS occurred_at
    FROM near_statements AS n CROSS JOIN ${lateralRowsSql('earnings', 'id = n.id')} AS e
    LEFT JOIN ${lateralRowsSql('payments', 'id = e.payment_id')} AS p ON true
    CROSS JOIN LATERAL (SELECT coalesce(e.method, p.method) AS method) AS stated
    ${lastEntrySql('statement', 'e.id')})`;

/** A voided payout must have no active entry: its entry is reversed and the reversal remains (PAYO-11). */
const ENTRIES_OF_PAYOUTS = `
  of_payouts AS (
    SELECT 'payout' AS source, p.id AS source_id, h.entry, h.stands,
      NOT EXISTS (SELECT FROM payout_voids WHERE payout_id = p.id) AS is_wanted, 'payout' AS kind, 'payout' AS flow,
      p.mechanic_id, NULL AS booking_id, NULL AS payment_id, p.method, 0::bigint AS gross_paise, 0::bigint AS commission_paise,
      0::bigint AS platform_fee_paise, 0::bigint AS net_paise, p.amount_paise AS paid_out_paise, NULL::numeric AS commission_percent,
      false AS bears_fee, p.paid_at AS occurred_at
    FROM given CROSS JOIN ${lateralRowsSql('payouts', 'id = given.id')} AS p ${lastEntrySql('payout', 'p.id')})`;

/**
 * Manual credits and debits. An adjustment counts like an earning without gross and commission, so that the balance
 * equals the sum of its entries (PAYO-11).
 */
const ENTRIES_OF_ADJUSTMENTS = `
  of_adjustments AS (
    SELECT 'adjustment' AS source, a.id AS source_id, h.entry, h.stands, true AS is_wanted, 'adjustment' AS kind, 'platform' AS flow,
      a.mechanic_id, NULL AS booking_id, NULL AS payment_id, NULL AS method, 0::bigint AS gross_paise, 0::bigint AS commission_paise,
      0::bigint AS platform_fee_paise, a.amount_paise AS net_paise, 0::bigint AS paid_out_paise, NULL::numeric AS commission_percent,
      false AS bears_fee, a.made_at AS occurred_at
    FROM given CROSS JOIN ${lateralRowsSql('adjustments', 'id = given.id')} AS a ${lastEntrySql('adjustment', 'a.id')})`;

/** The part of a confirmed refund or lost dispute that the mechanic bears (REFD-02). */
const ENTRIES_OF_REFUNDS = `
  of_refunds AS (
    SELECT 'refund' AS source, r.id AS source_id, h.entry, h.stands, r.mechanic_paise > 0 AS is_wanted, 'refund' AS kind, 'platform' AS flow,
      r.mechanic_id, NULL AS booking_id, r.payment_id, NULL AS method, 0::bigint AS gross_paise, 0::bigint AS commission_paise,
      0::bigint AS platform_fee_paise, -r.mechanic_paise AS net_paise, 0::bigint AS paid_out_paise, NULL::numeric AS commission_percent,
      false AS bears_fee, r.decided_at AS occurred_at
    FROM given CROSS JOIN ${lateralRowsSql('refunds', 'id = given.id AND mechanic_id IS NOT NULL')} AS r ${lastEntrySql('refund', 'r.id')})`;

/**
 * The reversed earnings of refunded payments. The mechanic keeps the part that corresponds to Wayside's own refunds,
 * because separate entries state who bears those (REFD-02).
 */
const ENTRIES_OF_COMPENSATIONS = `
  reversed AS (
    SELECT e.payment_id, e.mechanic_id, r.amount_paise,
      CASE e.flow WHEN 'cash' THEN -(e.commission_paise + e.platform_fee_paise)
        ELSE coalesce(e.net_paise, e.gross_paise - e.commission_paise - e.platform_fee_paise) END AS balance_paise
    FROM (SELECT p.* FROM of_payments AS p JOIN ranked AS r ON r.id = p.source_id AND r.earns UNION ALL SELECT * FROM of_statements) AS e
    JOIN near AS r ON r.id = e.payment_id AND r.is_refunded),
  returned AS (
    SELECT p.id, h.entry, h.stands, r.returned_paise, r.decided_at
    FROM near AS p CROSS JOIN LATERAL (
      SELECT coalesce(sum(returned_paise) FILTER (WHERE requested_by IS NOT NULL), 0) AS returned_paise, max(decided_at) AS decided_at
      FROM refunds WHERE payment_id = p.id HAVING count(*) > 0) AS r
    ${lastEntrySql('compensation', 'p.id')}),
  of_compensations AS (
    SELECT 'compensation' AS source, id AS source_id, entry, stands, coalesce(net_paise <> 0, false) AS is_wanted, 'compensation' AS kind,
      'platform' AS flow, reversed.mechanic_id, NULL AS booking_id, id AS payment_id, NULL AS method, 0::bigint AS gross_paise,
      0::bigint AS commission_paise, 0::bigint AS platform_fee_paise, net_paise, 0::bigint AS paid_out_paise,
      NULL::numeric AS commission_percent, false AS bears_fee, decided_at AS occurred_at
    FROM returned LEFT JOIN reversed ON reversed.payment_id = returned.id
    CROSS JOIN LATERAL (
      SELECT round(reversed.balance_paise * least(returned_paise, amount_paise)::numeric / nullif(amount_paise, 0))::bigint AS net_paise) AS kept)`;

/** Sources for which the active entry differs from the wanted one. */
const DIFFERENCES = `
  wanted AS (
    SELECT source, source_id, entry, coalesce(stands, false) AS stands, is_wanted, kind, flow, mechanic_id, booking_id, payment_id,
      method, gross_paise, commission_paise, platform_fee_paise,
      coalesce(net_paise, gross_paise - commission_paise - platform_fee_paise) AS net_paise,
      paid_out_paise, commission_percent, bears_fee, occurred_at
    FROM (SELECT * FROM of_payments UNION ALL SELECT * FROM of_statements UNION ALL SELECT * FROM of_payouts
      UNION ALL SELECT * FROM of_adjustments UNION ALL SELECT * FROM of_refunds UNION ALL SELECT * FROM of_compensations) AS each_source),
  differences AS MATERIALIZED (
    SELECT * FROM wanted WHERE stands <> is_wanted OR (stands AND
      ((entry).flow, (entry).mechanic_id, (entry).booking_id, (entry).payment_id, (entry).method, (entry).gross_paise,
        (entry).commission_paise, (entry).platform_fee_paise, (entry).net_paise, (entry).paid_out_paise, (entry).commission_percent,
        (entry).bears_fee, (entry).occurred_at)
      IS DISTINCT FROM (flow, mechanic_id, booking_id, payment_id, method, gross_paise, commission_paise, platform_fee_paise,
        net_paise, paid_out_paise, commission_percent, bears_fee, occurred_at)))`;

const COLUMNS = `kind, flow, source, source_id, revision, mechanic_id, booking_id, payment_id, method, gross_paise, commission_paise,
  platform_fee_paise, net_paise, paid_out_paise, commission_percent, bears_fee, occurred_at`;

/**
 * Reverses the entries that are no longer wanted, then appends the missing ones. Returns their number, ids and
 * digest, and the preceding link in the chain. An entry of a closed day is booked on the next open day (CLOS-01).
 */
export const POST_DIFFERENCES = `WITH ${[NEAR, ENTRIES_OF_PAYMENTS, ENTRIES_OF_STATEMENTS, ENTRIES_OF_PAYOUTS, ENTRIES_OF_ADJUSTMENTS, ENTRIES_OF_REFUNDS, ENTRIES_OF_COMPENSATIONS, DIFFERENCES].join(',')}, posted AS (
  INSERT INTO ledger_entries (${COLUMNS}, booked_at)
  SELECT ${COLUMNS}, CASE WHEN least(occurred_at, now()) < closed.until THEN closed.until END FROM (
    SELECT 1 AS step, 'reversal' AS kind, (entry).flow, source, source_id, (entry).revision, (entry).mechanic_id, (entry).booking_id,
      (entry).payment_id, (entry).method, -(entry).gross_paise AS gross_paise, -(entry).commission_paise AS commission_paise,
      -(entry).platform_fee_paise AS platform_fee_paise, -(entry).net_paise AS net_paise, -(entry).paid_out_paise AS paid_out_paise,
      (entry).commission_percent, (entry).bears_fee, now() AS occurred_at
    FROM differences WHERE stands
    UNION ALL
    SELECT 2, kind, flow, source, source_id, coalesce((entry).revision, 0) + 1, mechanic_id, booking_id, payment_id, method,
      gross_paise, commission_paise, platform_fee_paise, net_paise, paid_out_paise, commission_percent, bears_fee, occurred_at
    FROM differences WHERE is_wanted
  ) AS appended CROSS JOIN (SELECT closed_until() AS until OFFSET 0) AS closed ORDER BY step, occurred_at, source_id
  RETURNING id, ledger_entry_hash(ledger_entries) AS hash)
  SELECT count(*) AS count, min(id) AS "firstId", max(id) AS "lastId", sha256(string_agg(hash, ''::bytea ORDER BY id)) AS digest,
    (SELECT hash FROM chain_links WHERE chain = 'ledger' ORDER BY entries DESC LIMIT 1) AS before,
    coalesce((SELECT max(entries) FROM chain_links WHERE chain = 'ledger'), 0) AS "entriesBefore"
  FROM posted`;

const PAYMENT_COLUMNS = `id, booking_id, disagrees, status = 'paid' AND record_state = 'full' AS is_paid, amount_paise`;

/**
 * Marks a paid payment as disagreeing with its unpaid booking if the payments cover the total or exceed the booking's
 * paid amount (WORK-01). Rows are read one by one through the index of their id or booking, as in posting.
 */
export const MARK_DISAGREEING = defineStatement({
  name: 'mark-disagreeing-payments',
  text: `WITH given AS MATERIALIZED (SELECT DISTINCT id FROM unnest($1::text[]) AS given (id)),
    near AS MATERIALIZED (
      SELECT p.* FROM given CROSS JOIN LATERAL (SELECT ${PAYMENT_COLUMNS} FROM payments WHERE booking_id = given.id OFFSET 0) AS p
      UNION SELECT p.id, p.booking_id, p.disagrees, false, 0
      FROM given CROSS JOIN ${lateralRowsSql('payments', 'id = given.id')} AS p WHERE p.booking_id IS NULL),
    paid AS MATERIALIZED (
      SELECT booking_id AS id, coalesce(sum(amount_paise) FILTER (WHERE is_paid), 0) AS paise FROM near GROUP BY booking_id),
    unpaid AS MATERIALIZED (
      SELECT paid.id FROM paid JOIN ${lateralRowsSql('bookings', 'id = paid.id')} AS b ON b.id = paid.id
      WHERE b.record_state = 'full' AND b.payment_status IS DISTINCT FROM 'paid'
        AND (paise > coalesce(b.paid_paise, 0) OR paise >= coalesce(b.total_paise, 0))),
    wanted AS MATERIALIZED (
      SELECT id, disagrees FROM (
        SELECT near.id, near.disagrees AS is_marked, coalesce(is_paid, false) AND unpaid.id IS NOT NULL AS disagrees
        FROM near LEFT JOIN unpaid ON unpaid.id = near.booking_id) AS each WHERE is_marked <> disagrees),
    marked AS (
      UPDATE payments AS p SET disagrees = wanted.disagrees FROM wanted
      WHERE p.id = wanted.id AND p.disagrees <> wanted.disagrees RETURNING p.id)
    SELECT count(*) AS count FROM marked`,
  row: z.object({ count: z.number() }),
  example: [[]],
});

/** Marks the payments of some records that disagree with their booking. @param recordIds ids in `pending_postings` */
export async function markDisagreeingPayments(client: pg.ClientBase, recordIds: readonly string[]): Promise<void> {
  await rowsOf(client, MARK_DISAGREEING, [recordIds]);
}
