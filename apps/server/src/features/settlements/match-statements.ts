import { OVERDUE_DAYS } from '@wayside/contract/filter-values';
import { z } from 'zod';
import { defineStatement } from '../../platform/db/statement.ts';

/** Selects the lines to match: lines without a payment that have not been resolved by a user. */
const linesToMatchSql = (types: string, condition = 'true'): string =>
  `SELECT * FROM settlement_lines WHERE needs_match AND payment_id IS NULL AND settlement_id IS NULL AND state = 'missing_here'
    AND resolution IS NULL AND type IN (${types}) AND ${condition}`;

/** Returns SQL for the net amount of a settlement's lines. @param row the name of the row of `settlements` */
export const netSql = (row: string): string =>
  `(${row}.payments_paise + ${row}.adjustments_paise - ${row}.refunds_paise - ${row}.fee_paise - ${row}.tax_paise)`;

/** The SQL condition for payments that are not matched by a line. */
export const IS_UNMATCHED_SQL = `p.record_state <> 'stub'
  AND NOT EXISTS (SELECT FROM settlement_lines AS o
    WHERE o.payment_id = p.id AND o.type IN ('payment', 'credit') AND o.file_id IS NOT NULL AND o.state <> 'duplicate')
  AND NOT EXISTS (SELECT FROM settlement_line_parts AS s WHERE s.payment_id = p.id)`;

/** Returns SQL for the order of competing lines, which does not depend on the order of the files. */
const lineOrderSql = (line: string): string =>
  `${line}.reported_on, ${line}.type = 'chargeback', coalesce(${line}.reference_key, ''), ${line}.amount_paise, ${line}.source, ${line}.id`;

/** Returns SQL that links lines to payments, one to one. @param found SQL that selects line, payment and rank */
const linkSql = (step: string, found: string): string => `
  WITH found AS (${found}),
  of_line AS (SELECT DISTINCT ON (line_id) line_id, payment_id FROM found ORDER BY line_id, rank, payment_id),
  pair AS (SELECT DISTINCT ON (of_line.payment_id) line_id, of_line.payment_id FROM of_line JOIN LATERAL (
      SELECT * FROM settlement_lines WHERE id = line_id) AS l ON true ORDER BY of_line.payment_id, ${lineOrderSql('l')})
  UPDATE settlement_lines AS l SET payment_id = pair.payment_id, step = '${step}', state = 'matched'
  FROM pair WHERE l.id = pair.line_id`;

/** 1 for a payment that has been paid. */
const PAID_FIRST = "CASE WHEN p.status IN ('paid', 'refunded') THEN 1 ELSE 2 END";

/** The payments of an order. The gateway received either the payment's id or its booking's id. */
const PAYMENTS_OF_ORDER = `(SELECT * FROM payments WHERE id = o.order_id UNION SELECT * FROM payments WHERE booking_id = o.order_id) AS p`;

/**
 * Returns SQL that matches the n-th line of an order to its n-th payment that no other line names by id. It avoids a set
 * join, which the planner would execute as a nested loop because a new file has no statistics.
 */
const matchByOrderSql = (group: string, condition: string): string => `
  WITH o AS (SELECT ${group}, array_agg(id ORDER BY ${lineOrderSql('line')}) AS lines FROM (${linesToMatchSql("'payment'", 'order_id IS NOT NULL')}) AS line GROUP BY ${group})
  SELECT o.lines[f.n] AS line_id, f.id AS payment_id, 1 AS rank FROM o JOIN LATERAL (
    SELECT p.id, row_number() OVER (ORDER BY ${PAID_FIRST}, p.id) AS n FROM ${PAYMENTS_OF_ORDER}
    WHERE p.method IS DISTINCT FROM 'cash' AND p.transaction_id IS NULL AND ${IS_UNMATCHED_SQL} AND ${condition}) AS f ON f.n <= cardinality(o.lines)`;

/** Returns SQL that keeps a write-off request only while the line is open. */
const keepRequestSql = (condition: string): string =>
  ['requested_by', 'requested_at', 'requested_paise', 'request_reason']
    .map((column) => `${column} = CASE WHEN ${condition} THEN l.${column} END`)
    .join(', ');

/** Returns SQL that sets the state of lines, based only on the line and its payment. See the table in docs/money.md. */
const evaluationSql = (
  condition: string,
): string => `WITH line AS (SELECT * FROM settlement_lines WHERE ${condition}),
    fact AS (
      SELECT l.id, l.type, l.file_id, l.state, l.is_open, l.amount_paise, l.payment_id, l.day, p.status, p.id AS found_id,
        CASE WHEN p.occurred_at > '-infinity' THEN (p.occurred_at AT TIME ZONE business_time_zone())::date END AS payment_day,
        CASE WHEN l.file_id IS NULL THEN NOT (${IS_UNMATCHED_SQL}) END AS has_line,
        CASE WHEN l.settlement_id IS NOT NULL THEN ${netSql('s')}
          WHEN p.id IS NULL THEN NULL
          WHEN l.type IN ('refund', 'chargeback') THEN CASE WHEN l.amount_paise > 0 THEN l.amount_paise
            ELSE -greatest(0, least(-l.amount_paise, coalesce(p.amount_paise, 0) + (
            SELECT coalesce(sum(o.amount_paise), 0) FROM settlement_lines AS o WHERE o.payment_id = l.payment_id AND (${lineOrderSql('o')}) < (${lineOrderSql('l')})
              AND o.type IN ('refund', 'chargeback') AND o.state NOT IN ('duplicate', 'ignored')))) END
          WHEN p.status IN ('paid', 'refunded') THEN coalesce(p.amount_paise, 0) ELSE 0 END AS expected
      FROM line AS l LEFT JOIN payments AS p ON p.id = l.payment_id LEFT JOIN settlements AS s ON s.id = l.settlement_id),
    decided AS (
      SELECT *, CASE WHEN type = 'debit' AND state <> 'duplicate' THEN 'ignored'
        WHEN file_id IS NULL AND found_id IS NULL THEN 'ignored' WHEN file_id IS NULL AND has_line THEN 'matched'
        WHEN file_id IS NULL AND status = 'refunded' THEN 'refunded' WHEN file_id IS NULL AND (status = 'paid') IS NOT TRUE THEN 'ignored'
        WHEN file_id IS NULL THEN 'missing_there'
        WHEN state = 'duplicate' THEN 'duplicate' WHEN expected IS NULL THEN 'missing_here' WHEN expected <> amount_paise THEN 'amount_differs'
        WHEN type IN ('refund', 'chargeback') THEN 'refunded' ELSE 'matched' END AS next_state
      FROM fact)
    UPDATE settlement_lines AS l SET needs_match = false, state = d.next_state, expected_paise = d.expected,
      is_open = CASE WHEN d.next_state = 'duplicate' THEN d.is_open ELSE d.next_state IN ('amount_differs', 'missing_here', 'missing_there') END,
      day = CASE WHEN d.type IN ('payment', 'credit') AND d.next_state <> 'duplicate' THEN coalesce(d.payment_day, l.day) ELSE l.day END,
      amount_paise = CASE WHEN d.next_state = 'missing_there' THEN d.expected ELSE l.amount_paise END,
      net_paise = CASE WHEN d.next_state = 'missing_there' THEN d.expected ELSE l.net_paise END,
      reason = CASE WHEN d.next_state <> 'ignored' THEN NULL WHEN d.type = 'debit' THEN 'A debit.' WHEN d.found_id IS NULL
        THEN 'The payment was deleted.' ELSE 'The payment is not paid any more.' END,
      ${keepRequestSql("d.next_state IN ('amount_differs', 'missing_here', 'missing_there', 'duplicate')")}
    FROM decided AS d WHERE l.id = d.id AND (l.resolution IS NULL OR l.resolution = 'linked')`;

/**
 * The lines with the reference of line `l`. The first of them is the valid line: preferably a line that a user has
 * resolved, then one with the amount of the payment. Every other line that differs from it or repeats it within its
 * file needs a user; repetitions in another file do not.
 */
const GROUP_OF_REFERENCE = `
  SELECT id, row_number() OVER (ORDER BY rank, is_copy, n, NOT is_paid, reported_on, amount_paise, fee_paise, tax_paise, net_paise, id) = 1 AS is_first, NOT is_copy AS is_open
  FROM (SELECT *, row_number() OVER (PARTITION BY n, reported_on, amount_paise, fee_paise, tax_paise, net_paise ORDER BY rank, id) > 1 AS is_copy,
      EXISTS (SELECT FROM payments AS p WHERE lower(p.transaction_id) = numbered.payment_key AND p.amount_paise = numbered.amount_paise) AS is_paid
    FROM (SELECT f.*, CASE WHEN f.resolution IS NULL THEN 1 WHEN f.is_repeat THEN 2 ELSE 0 END AS rank,
        row_number() OVER (PARTITION BY f.file_id, f.reported_on, f.amount_paise, f.fee_paise, f.tax_paise, f.net_paise ORDER BY f.id) AS n
      FROM settlement_lines AS f WHERE f.reference_key = l.reference_key AND f.source = l.source AND f.type = l.type) AS numbered) AS copied`;

/** The steps that match lines with payments, one to one, earlier lines first (RECON-02; states: docs/money.md). */
const STEPS: Readonly<Record<string, string>> = {
  repeats: `WITH repeated AS (
      SELECT l.id, g.is_open FROM (${linesToMatchSql("'payment', 'refund', 'chargeback', 'adjustment', 'credit', 'debit'", 'reference_key IS NOT NULL')}) AS l
      JOIN LATERAL (SELECT * FROM (${GROUP_OF_REFERENCE}) AS g OFFSET 0) AS g ON g.id = l.id AND NOT g.is_first
      WHERE EXISTS (SELECT FROM settlement_lines AS f WHERE f.reference_key = l.reference_key AND f.source = l.source AND f.type = l.type AND f.id <> l.id))
    UPDATE settlement_lines AS l SET state = 'duplicate', is_repeat = true, is_open = repeated.is_open
    FROM repeated WHERE l.id = repeated.id`,
  // Repeated lines are counted only once.
  settlements: `INSERT INTO settlements (source, reference, utr, utr_key, settled_on, line_count, payments_paise, adjustments_paise, refunds_paise,
      fee_paise, tax_paise, stated_paise)
    SELECT source, settlement_reference, min(l.utr), min(lower(l.utr)), coalesce(max(l.settled_on), max(l.reported_on)), count(l.id),
      coalesce(sum(l.amount_paise) FILTER (WHERE l.type = 'payment'), 0),
      coalesce(sum(l.amount_paise) FILTER (WHERE l.type = 'adjustment'), 0),
      coalesce(-sum(l.amount_paise) FILTER (WHERE l.type IN ('refund', 'chargeback')), 0),
      coalesce(sum(l.fee_paise), 0), coalesce(sum(l.tax_paise), 0), coalesce(sum(l.net_paise), 0)
    FROM (SELECT DISTINCT source, settlement_reference FROM settlement_lines
      WHERE needs_match AND file_id IS NOT NULL AND settlement_reference IS NOT NULL AND type NOT IN ('credit', 'debit')) AS changed
    LEFT JOIN (SELECT * FROM settlement_lines WHERE NOT is_repeat AND type NOT IN ('credit', 'debit')) AS l USING (source, settlement_reference)
    GROUP BY 1, 2
    ON CONFLICT (source, reference) DO UPDATE SET utr = excluded.utr, utr_key = excluded.utr_key, settled_on = excluded.settled_on,
      line_count = excluded.line_count, payments_paise = excluded.payments_paise, adjustments_paise = excluded.adjustments_paise,
      refunds_paise = excluded.refunds_paise, fee_paise = excluded.fee_paise, tax_paise = excluded.tax_paise, stated_paise = excluded.stated_paise`,
  // A settlement without counted lines has only lines that repeat others.
  emptySettlements: `DELETE FROM settlements AS s WHERE line_count = 0 AND NOT EXISTS (SELECT FROM settlement_lines AS l WHERE l.settlement_id = s.id)`,
  // A credit that arrived before its settlement's report can be matched now.
  creditsOfSettlements: `UPDATE settlement_lines AS l SET needs_match = true
    FROM (SELECT DISTINCT s.id, s.utr_key FROM settlement_lines AS c JOIN settlements AS s ON s.source = c.source AND s.reference = c.settlement_reference
      WHERE c.needs_match AND s.utr_key IS NOT NULL) AS changed
    WHERE l.bank_keys <> '{}' AND l.bank_keys @> ARRAY[changed.utr_key] AND l.type = 'credit' AND l.resolution IS NULL AND NOT l.is_repeat
      AND (l.settlement_id = changed.id OR l.settlement_id IS NULL AND l.payment_id IS NULL)`,
  byPaymentId: linkSql(
    'payment_id',
    `SELECT l.id AS line_id, p.id AS payment_id, ${PAID_FIRST} AS rank FROM (${linesToMatchSql("'payment'", 'payment_key IS NOT NULL')}) AS l
      JOIN payments AS p ON lower(p.transaction_id) = l.payment_key WHERE ${IS_UNMATCHED_SQL}`,
  ),
  byOrderAndAmount: linkSql(
    'order_id',
    matchByOrderSql('order_id, amount_paise', 'p.amount_paise = o.amount_paise'),
  ),
  byOrder: linkSql('order_id', matchByOrderSql('order_id', 'true')),
  byUtr: linkSql(
    'utr',
    `SELECT l.id AS line_id, p.id AS payment_id, ${PAID_FIRST} AS rank FROM (${linesToMatchSql("'payment'")}) AS l, unnest(l.bank_keys) AS key
      JOIN payments AS p ON lower(p.transaction_id) = key WHERE ${IS_UNMATCHED_SQL}`,
  ),
  // Paid twice: the payment with the same order or id already has a line.
  secondLines: `UPDATE settlement_lines AS l SET state = 'duplicate', payment_id = first.payment_id, is_open = true
    FROM (${linesToMatchSql("'payment'")}) AS line JOIN LATERAL (
      SELECT * FROM (SELECT o.id, o.payment_id FROM (SELECT id FROM payments WHERE id = line.order_id
          UNION SELECT id FROM payments WHERE booking_id = line.order_id
          UNION SELECT id FROM payments WHERE lower(transaction_id) = line.payment_key) AS p
        JOIN settlement_lines AS o ON o.payment_id = p.id AND o.type IN ('payment', 'credit') AND o.file_id IS NOT NULL AND o.state <> 'duplicate'
        OFFSET 0) AS o
      ORDER BY o.payment_id LIMIT 1) AS first ON true
    WHERE l.id = line.id`,
  refundsByPaymentId: `UPDATE settlement_lines AS l SET payment_id = found.payment_id, step = 'payment_id', state = 'refunded'
    FROM (SELECT DISTINCT ON (line.id) line.id, p.id AS payment_id FROM (${linesToMatchSql("'refund', 'chargeback'", 'payment_key IS NOT NULL')}) AS line
      JOIN payments AS p ON lower(p.transaction_id) = line.payment_key AND p.record_state <> 'stub'
      ORDER BY line.id, ${PAID_FIRST}, p.id) AS found
    WHERE l.id = found.id`,
  // The payment's own line determines which payment belongs to the gateway's id.
  refundsByLine: `UPDATE settlement_lines AS l SET payment_id = found.payment_id, step = 'payment_id', state = 'refunded'
    FROM (SELECT DISTINCT ON (line.id) line.id, o.payment_id FROM (${linesToMatchSql("'refund', 'chargeback'", 'payment_key IS NOT NULL')}) AS line
      JOIN settlement_lines AS o ON o.payment_key = line.payment_key AND o.source = line.source AND o.type = 'payment'
        AND o.payment_id IS NOT NULL AND NOT o.is_repeat
      ORDER BY line.id, ${lineOrderSql('o')}) AS found
    WHERE l.id = found.id`,
  refundsByOrder: `UPDATE settlement_lines AS l SET payment_id = found.payment_id, step = 'order_id', state = 'refunded'
    FROM (SELECT o.id, min(p.id) AS payment_id FROM (${linesToMatchSql("'refund', 'chargeback'", 'order_id IS NOT NULL')}) AS o
      JOIN LATERAL ${PAYMENTS_OF_ORDER} ON p.method IS DISTINCT FROM 'cash' AND p.record_state <> 'stub'
      GROUP BY o.id HAVING count(*) = 1) AS found
    WHERE l.id = found.id`,
  // Each settlement is paid with a single bank credit.
  creditsByUtr: `WITH found AS (
      SELECT DISTINCT ON (l.id) l.id, s.id AS settlement_id FROM (${linesToMatchSql("'credit'")}) AS l, unnest(l.bank_keys) AS key
      JOIN settlements AS s ON s.utr_key = key
      WHERE NOT EXISTS (SELECT FROM settlement_lines AS o WHERE o.settlement_id = s.id AND o.file_id IS NOT NULL)
      ORDER BY l.id, abs(${netSql('s')} - l.amount_paise), s.source, s.reference),
    pair AS (SELECT DISTINCT ON (s.id) l.id, s.id AS settlement_id FROM found JOIN settlement_lines AS l ON l.id = found.id
      JOIN settlements AS s ON s.id = found.settlement_id ORDER BY s.id, abs(${netSql('s')} - l.amount_paise), ${lineOrderSql('l')})
    UPDATE settlement_lines AS l SET settlement_id = pair.settlement_id, step = 'utr', state = 'matched'
    FROM pair WHERE l.id = pair.id`,
  secondCredits: `UPDATE settlement_lines AS l SET state = 'duplicate', is_open = true
    FROM (${linesToMatchSql("'credit'")}) AS line, unnest(line.bank_keys) AS key JOIN settlements AS s ON s.utr_key = key
    WHERE l.id = line.id`,
  transfersByUtr: linkSql(
    'utr',
    `SELECT l.id AS line_id, p.id AS payment_id, ${PAID_FIRST} AS rank FROM (${linesToMatchSql("'credit'")}) AS l, unnest(l.bank_keys) AS key
      JOIN payments AS p ON lower(p.transaction_id) = key WHERE ${IS_UNMATCHED_SQL}`,
  ),
  missingRows: `UPDATE settlement_lines AS l SET needs_match = true
    FROM (SELECT payment_id FROM settlement_lines WHERE needs_match AND file_id IS NOT NULL AND payment_id IS NOT NULL) AS found
    WHERE l.payment_id = found.payment_id AND l.file_id IS NULL AND l.resolution IS NULL`,
  // A refund changes the amount that later refunds can return.
  otherRefunds: `UPDATE settlement_lines AS l SET needs_match = true
    FROM (SELECT DISTINCT payment_id FROM settlement_lines WHERE needs_match AND type IN ('refund', 'chargeback') AND payment_id IS NOT NULL) AS found
    WHERE l.payment_id = found.payment_id AND l.type IN ('refund', 'chargeback') AND NOT l.needs_match AND l.resolution IS NULL`,
  evaluate: evaluationSql('needs_match'),
  resolved: 'UPDATE settlement_lines SET needs_match = false WHERE needs_match',
  // The sums of a settlement may change without a change of its credit.
  creditsOnSettlements: `UPDATE settlements AS s SET credit_paise = c.paise, credited_on = c.day, state = c.state
    FROM (SELECT o.id, f.paise, f.day, CASE WHEN f.paise IS NULL THEN 'missing_there'
        WHEN f.paise = ${netSql('o')} THEN 'matched' ELSE 'amount_differs' END AS state
      FROM settlements AS o JOIN LATERAL (
        SELECT sum(amount_paise) AS paise, min(day) AS day FROM settlement_lines WHERE settlement_id = o.id AND file_id IS NOT NULL AND state <> 'duplicate') AS f ON true) AS c
    WHERE s.id = c.id AND (s.state, s.credit_paise, s.credited_on) IS DISTINCT FROM (c.state, c.paise, c.day)`,
  // The line of a settlement without a bank credit follows the state of the settlement.
  uncredited: `UPDATE settlement_lines AS l SET state = d.state, is_open = d.state = 'missing_there', amount_paise = d.paise, net_paise = d.paise,
      expected_paise = d.paise, utr = d.utr, day = d.day, reason = CASE WHEN d.state = 'ignored' THEN 'The settlement has nothing to credit.' END,
      ${keepRequestSql("d.state = 'missing_there'")}
    FROM (SELECT s.id, ${netSql('s')} AS paise, s.utr, coalesce(s.settled_on, o.day) AS day, CASE WHEN s.credit_paise IS NOT NULL THEN 'matched'
        WHEN ${netSql('s')} > 0 THEN 'missing_there' ELSE 'ignored' END AS state
      FROM settlement_lines AS o JOIN settlements AS s ON s.id = o.settlement_id WHERE o.file_id IS NULL) AS d
    WHERE l.settlement_id = d.id AND l.file_id IS NULL AND l.resolution IS NULL
      AND (l.state, l.amount_paise, l.utr, l.day) IS DISTINCT FROM (d.state, d.paise, d.utr, d.day)`,
};

const defineStep = (name: string, text: string) =>
  defineStatement({ name: `match-settlement-lines-${name}`, text, example: [] });

/** The statements run in this order in one transaction. */
export const MATCH_STATEMENTS = Object.entries(STEPS).map(([name, text]) => defineStep(name, text));

const LINE_KEYS =
  'id, source, type, reference_key, payment_key, order_id, bank_keys, utr, settlement_reference, payment_id';

/**
 * Statement that queues the lines that could compete with waiting lines or depend on them. The state of all these
 * lines is then computed together, regardless of the order of the files. $1: the lines that started waiting since the
 * last call; null for all. Every search uses an index.
 */
export const QUEUE_RELATED_LINES = defineStatement({
  name: 'queue-related-settlement-lines',
  text: `WITH line AS (
      SELECT ${LINE_KEYS} FROM settlement_lines WHERE $1::bigint[] IS NULL AND needs_match AND file_id IS NOT NULL
      UNION ALL SELECT ${LINE_KEYS} FROM settlement_lines WHERE id = ANY ($1) AND file_id IS NOT NULL),
    utrs AS (
      SELECT DISTINCT lower(utr) AS key FROM line WHERE type NOT IN ('credit', 'debit') AND utr IS NOT NULL
      UNION SELECT s.utr_key FROM (SELECT DISTINCT unnest(bank_keys) AS key FROM line WHERE type = 'credit') AS k JOIN settlements AS s ON s.utr_key = k.key),
    related AS (
      SELECT o.id FROM line AS l JOIN LATERAL (SELECT id FROM settlement_lines AS f
        WHERE f.reference_key = l.reference_key AND f.source = l.source AND f.type = l.type AND NOT f.needs_match AND f.resolution IS NULL OFFSET 0) AS o ON true
      UNION SELECT o.id FROM line AS l JOIN LATERAL (SELECT id FROM settlement_lines AS f
        WHERE f.payment_key = l.payment_key AND NOT f.needs_match AND f.resolution IS NULL OFFSET 0) AS o ON true
      UNION SELECT o.id FROM line AS l JOIN LATERAL (
        SELECT id, booking_id, lower(transaction_id) AS key FROM payments WHERE lower(transaction_id) = l.payment_key
        UNION SELECT id, booking_id, lower(transaction_id) FROM payments WHERE id = l.order_id OR id = l.payment_id
        UNION SELECT id, booking_id, lower(transaction_id) FROM payments WHERE booking_id = l.order_id
        UNION SELECT id, booking_id, lower(transaction_id) FROM payments WHERE lower(transaction_id) = ANY (l.bank_keys)) AS p ON true
        JOIN LATERAL (SELECT id FROM (
            SELECT * FROM settlement_lines AS f WHERE f.payment_id = p.id
            UNION ALL SELECT * FROM settlement_lines AS f WHERE f.payment_key = p.key
            UNION ALL SELECT * FROM settlement_lines AS f WHERE f.order_id = p.id COLLATE "default"
            UNION ALL SELECT * FROM settlement_lines AS f WHERE f.order_id = p.booking_id COLLATE "default"
            UNION ALL SELECT * FROM settlement_lines AS f WHERE f.bank_keys <> '{}' AND f.bank_keys @> ARRAY[p.key]) AS f
          WHERE NOT f.needs_match AND f.file_id IS NOT NULL AND f.resolution IS NULL OFFSET 0) AS o ON true
      UNION SELECT o.id FROM utrs JOIN LATERAL (SELECT id FROM settlement_lines AS f
        WHERE f.bank_keys <> '{}' AND f.bank_keys @> ARRAY[utrs.key] AND f.type = 'credit' AND NOT f.needs_match AND f.resolution IS NULL OFFSET 0) AS o ON true
      UNION SELECT o.id FROM (SELECT DISTINCT source, settlement_reference FROM line WHERE settlement_reference IS NOT NULL) AS l
        JOIN settlements AS s ON s.source = l.source AND s.reference = l.settlement_reference
        JOIN settlement_lines AS o ON o.settlement_id = s.id AND o.file_id IS NOT NULL AND NOT o.needs_match AND o.resolution IS NULL),
    queued AS (UPDATE settlement_lines AS l SET needs_match = true FROM related WHERE l.id = related.id RETURNING l.id)
    SELECT coalesce(array_agg(id), '{}') AS ids FROM queued`,
  row: z.object({ ids: z.array(z.coerce.number()) }),
  example: [[1]],
});

/** Resets the waiting lines, also those linked to a deleted payment, and returns payments that may have lost their lines. */
export const RESET_LINES = defineStatement({
  name: 'reset-settlement-lines',
  text: `WITH old AS (
      SELECT id, payment_id FROM settlement_lines AS l WHERE needs_match AND file_id IS NOT NULL AND (
        resolution IS NULL AND (state <> 'missing_here' OR payment_id IS NOT NULL OR settlement_id IS NOT NULL)
        OR resolution = 'linked' AND NOT EXISTS (SELECT FROM payments AS p WHERE p.id = l.payment_id))),
    reset AS (
      UPDATE settlement_lines AS l SET payment_id = NULL, settlement_id = NULL, step = NULL, state = 'missing_here', expected_paise = NULL,
        is_repeat = false, reason = NULL, day = l.reported_on, resolution = NULL, resolved_by = NULL, resolved_at = NULL
      FROM old WHERE l.id = old.id RETURNING old.payment_id)
    SELECT coalesce(array_agg(DISTINCT payment_id) FILTER (WHERE payment_id IS NOT NULL), '{}') AS ids FROM reset`,
  row: z.object({ ids: z.array(z.string()) }),
  example: [],
});

/** Statement that queues the rows of missing payments again if the payments may have lost their lines. */
export const QUEUE_MISSING_ROWS = defineStatement({
  name: 'queue-missing-payments',
  text: 'UPDATE settlement_lines SET needs_match = true WHERE payment_id = ANY ($1) AND file_id IS NULL AND resolution IS NULL',
  example: [[]],
});

/** Statement that sets the states of the given lines. */
export const EVALUATE = defineStatement({
  name: 'evaluate-settlement-lines',
  text: evaluationSql('id = ANY ($1::bigint[])'),
  example: [[]],
});

const missingPaymentsSql = (days: string): string => `
  INSERT INTO settlement_lines (file_id, source, type, payment_id, day, amount_paise, net_paise, state, needs_match, expected_paise)
  SELECT NULL, 'payments', 'payment', p.id, (p.occurred_at AT TIME ZONE business_time_zone())::date, p.amount_paise, p.amount_paise,
    'missing_there', false, p.amount_paise
  FROM payments AS p WHERE ${days} AND p.status = 'paid' AND p.method IS DISTINCT FROM 'cash' AND p.amount_paise > 0 AND ${IS_UNMATCHED_SQL}
  ON CONFLICT DO NOTHING`;
const BETWEEN_DAYS = `p.occurred_at >= day_start($1::date, business_time_zone()) AND p.occurred_at < day_start($2::date + 1, business_time_zone())`;

/** Statement that adds the payments on the given days that no report contains. */
export const ADD_MISSING = defineStatement({
  name: 'add-missing-payments',
  text: missingPaymentsSql(BETWEEN_DAYS),
  example: ['2026-03-01', '2026-03-01'],
});
/** Statement that adds the given changed payments that no report contains, if their days were already compared. */
export const ADD_CHANGED = defineStatement({
  name: 'add-changed-missing-payments',
  text: missingPaymentsSql(`p.id = ANY ($1) AND EXISTS (SELECT FROM settlement_progress AS g
    WHERE p.occurred_at >= day_start(g.first_day, business_time_zone()) AND p.occurred_at < day_start(g.last_day + 1, business_time_zone()))`),
  example: [[]],
});

/** Settlements past the due date of their bank credit that have none, from the first day of a bank statement. */
const UNCREDITED_SETTLEMENTS = `FROM settlements AS s WHERE s.state = 'missing_there' AND ${netSql('s')} > 0
    AND s.settled_on BETWEEN (SELECT min(first_day) FROM settlement_files WHERE kind = 'bank') AND ($1::timestamptz AT TIME ZONE business_time_zone())::date - ${OVERDUE_DAYS}
    AND NOT EXISTS (SELECT FROM settlement_lines AS l WHERE l.settlement_id = s.id AND l.file_id IS NULL)`;

/** Statement that adds the settlements past T+2 that have no bank credit (RECON-03). */
export const ADD_UNCREDITED = defineStatement({
  name: 'add-uncredited-settlements',
  text: `INSERT INTO settlement_lines (file_id, source, type, settlement_id, reference, settlement_reference, utr, settled_on, day, amount_paise, net_paise, state,
      needs_match, expected_paise)
    SELECT NULL, 'settlements', 'credit', s.id, s.reference, s.reference, s.utr, s.settled_on, s.settled_on, ${netSql('s')}, ${netSql('s')}, 'missing_there', false, ${netSql('s')}
    ${UNCREDITED_SETTLEMENTS} ON CONFLICT DO NOTHING`,
  example: [new Date('2026-03-14T11:20:00Z')],
});

export const TAKE_CHANGES = defineStatement({
  name: 'take-settlement-changes',
  text: `WITH taken AS (DELETE FROM settlement_changes WHERE id IN (SELECT id FROM settlement_changes ORDER BY id LIMIT 50) RETURNING payment_ids)
    SELECT coalesce(array_agg(DISTINCT id), '{}') AS ids FROM taken, unnest(payment_ids) AS id`,
  row: z.object({ ids: z.array(z.string()) }),
  example: [],
});

/** Queues the lines affected by changed payments: their own lines and those that could match them now. */
export const QUEUE_LINES_OF_PAYMENTS = defineStatement({
  name: 'queue-lines-of-payments',
  text: `WITH p AS (SELECT id, booking_id, lower(transaction_id) AS key FROM payments WHERE id = ANY ($1)),
    line AS (
      SELECT l.id FROM settlement_lines AS l WHERE l.payment_id = ANY ($1) AND NOT l.needs_match
      UNION SELECT l.id FROM p JOIN settlement_lines AS l ON l.payment_key = p.key WHERE NOT l.needs_match AND l.state IN ('missing_here', 'duplicate')
      UNION SELECT l.id FROM p JOIN settlement_lines AS l ON l.order_id = p.id COLLATE "default" WHERE NOT l.needs_match AND l.state IN ('missing_here', 'duplicate')
      UNION SELECT l.id FROM p JOIN settlement_lines AS l ON l.order_id = p.booking_id COLLATE "default" WHERE NOT l.needs_match AND l.state IN ('missing_here', 'duplicate')
      UNION SELECT l.id FROM p JOIN settlement_lines AS l ON l.bank_keys <> '{}' AND l.bank_keys @> ARRAY[p.key] WHERE p.key IS NOT NULL AND NOT l.needs_match AND l.state IN ('missing_here', 'duplicate'))
    UPDATE settlement_lines AS l SET needs_match = true FROM line
    WHERE l.id = line.id AND (l.resolution IS NULL OR l.resolution = 'linked')`,
  example: [[]],
});

export const CHECK_MATCH_DUE = defineStatement({
  name: 'is-settlement-match-due',
  text: `SELECT EXISTS (SELECT FROM settlement_lines WHERE needs_match) OR EXISTS (SELECT FROM settlement_changes)
      OR EXISTS (SELECT FROM settlement_files WHERE matched_at IS NULL) OR EXISTS (SELECT ${UNCREDITED_SETTLEMENTS}) AS "hasLines",
    EXISTS (SELECT FROM settlement_files) AS "hasFiles",
    (SELECT min(greatest(first_day, last_day - 31))::text FROM settlement_files WHERE kind = 'gateway') AS "firstDay",
    (($1::timestamptz AT TIME ZONE business_time_zone())::date - ${OVERDUE_DAYS})::text AS "lastDay",
    (SELECT first_day::text FROM settlement_progress) AS "comparedFrom", (SELECT last_day::text FROM settlement_progress) AS "comparedTo"`,
  row: z.object({
    hasLines: z.boolean(),
    hasFiles: z.boolean(),
    firstDay: z.nullable(z.string()),
    lastDay: z.string(),
    comparedFrom: z.nullable(z.string()),
    comparedTo: z.nullable(z.string()),
  }),
  example: [new Date('2026-03-14T11:20:00Z')],
});
export const SET_PROGRESS = defineStatement({
  name: 'set-settlement-progress',
  text: `INSERT INTO settlement_progress (first_day, last_day) VALUES ($1, $2)
    ON CONFLICT (only_row) DO UPDATE SET first_day = excluded.first_day, last_day = excluded.last_day`,
  example: ['2026-03-01', '2026-03-01'],
});
export const FIND_NEW_FILES = defineStatement({
  name: 'find-new-settlement-files',
  text: "SELECT coalesce(array_agg(id), '{}') AS ids FROM settlement_files WHERE matched_at IS NULL",
  row: z.object({ ids: z.array(z.string()) }),
  example: [],
});
export const FINISH_FILES = defineStatement({
  name: 'finish-settlement-files',
  text: 'UPDATE settlement_files SET matched_at = $1 WHERE id = ANY ($2)',
  example: [new Date(0), []],
});
/** A file that arrived after the run began missed its first steps: the next run matches its lines and related ones. */
export const QUEUE_NEW_FILES = defineStatement({
  name: 'queue-new-settlement-files',
  text: 'UPDATE settlement_lines AS l SET needs_match = true FROM settlement_files AS f WHERE f.matched_at IS NULL AND l.file_id = f.id AND NOT l.needs_match',
  example: [],
});
