import { sqlCheck } from './integrity-check.ts';

// The check compares with the activity log because that cannot be changed. The database owner could change the row of
// a request.
const REQUESTS = `
  SELECT format('the requested payment %s ', id) || CASE
      WHEN NOT is_logged THEN 'differs from the activity log'
      WHEN state = 'waiting' AND is_id_used THEN 'waits, but its transaction id has paid'
      WHEN is_own IS NOT FALSE THEN 'was not approved by another person'
      WHEN state <> 'approved' THEN CASE WHEN is_paid THEN 'is not approved, but has paid' END
      WHEN NOT is_paid THEN 'is approved, but has paid nothing'
      WHEN NOT is_same THEN 'differs from the payment that it has made' END AS issue
  FROM (SELECT a.id, a.state, paid.id IS NOT NULL AS is_paid,
      CASE a.state WHEN 'approved' THEN a.requested_by IN (a.decided_by, coalesce(a.approved_by, a.decided_by))
        ELSE a.approved_by IS NOT NULL AND a.requested_by = a.approved_by END AS is_own,
      (paid.payee, paid.amount_paise, paid.requested_by) IS NOT DISTINCT FROM (coalesce(a.user_id, a.mechanic_id), a.amount_paise, a.requested_by)
        AND (a.paid_by IS NOT NULL OR (paid.transaction_key, paid.request_hash) IS NOT DISTINCT FROM (a.transaction_key, a.request_hash)) AS is_same,
      EXISTS (SELECT FROM transaction_ids AS t LEFT JOIN payouts AS p ON p.id = t.payout_id
        WHERE t.key = a.transaction_key AND (t.loyalty_payout_id IS NOT NULL OR p.request_hash IS NOT NULL)) AS is_id_used,
      EXISTS (SELECT FROM activity WHERE entity = 'approval' AND entity_id = a.id AND action = 'requested' AND actor_id = a.requested_by)
        AND (a.state IN ('waiting', 'lapsed') OR EXISTS (SELECT FROM activity
          WHERE entity = 'approval' AND entity_id = a.id AND action = a.state AND actor_id = a.decided_by))
        AND (a.approved_by IS NULL OR EXISTS (SELECT FROM activity
          WHERE entity = 'approval' AND entity_id = a.id AND action = 'approved' AND actor_id = a.approved_by))
        AND (a.paid_by IS NULL OR EXISTS (SELECT FROM activity
          WHERE entity = 'approval' AND entity_id = a.id AND action = 'payment_recorded' AND actor_id = a.paid_by)) AS is_logged
    FROM approvals AS a LEFT JOIN LATERAL (
      SELECT id, mechanic_id AS payee, amount_paise, transaction_key, request_hash, requested_by FROM payouts WHERE id = a.payout_id
      UNION ALL
      SELECT id, coalesce(user_id, mechanic_id), amount_paise, transaction_key, request_hash, requested_by
      FROM loyalty_payouts WHERE id = a.loyalty_payout_id) AS paid ON true) AS request
  ORDER BY id`;

const MISSING_REQUESTS = `
  SELECT format('the requested payment %s is missing', entity_id) AS issue FROM activity WHERE entity = 'approval' AND action = 'requested'
    AND NOT EXISTS (SELECT FROM approvals WHERE id = entity_id) ORDER BY 1`;

/**
 * Checks that each paid request made exactly its payment and was requested and approved by two people, and that the
 * other requests moved no money (TEAM-06, OWN-08).
 */
export const approvals = sqlCheck({
  name: 'Approvals',
  passed: 'each paid once, by two people',
  queries: [REQUESTS, MISSING_REQUESTS],
  checked: [['requested payment', 'approvals']],
});

/** Finds runs with a size or state that does not match their rows. */
const RUNS = `
  SELECT 'payment run ' || number || CASE
      WHEN (row_count, total_paise) IS DISTINCT FROM (rows, paise) THEN ' has other rows than were approved'
      WHEN state IN ('cancelled', 'rejected', 'lapsed') AND removed <> rows THEN ' has ended, and its amounts have not'
      WHEN state = 'finished' AND open > 0 THEN ' is finished, and the bank has some of its rows'
      WHEN state IN ('waiting', 'ready') AND (reserved + removed <> rows OR reserved = 0) THEN ' is not sent, and some of its amounts are not reserved'
      WHEN state = 'sent' AND reserved > 0 THEN ' is sent, and some of its amounts are not'
    END AS issue
  FROM (
    SELECT r.number, r.state, r.row_count, r.total_paise, count(p.reference) AS rows, coalesce(sum(p.amount_paise), 0) AS paise,
      count(*) FILTER (WHERE p.state = 'removed') AS removed, count(*) FILTER (WHERE p.state = 'reserved') AS reserved,
      count(*) FILTER (WHERE p.state IN ('reserved', 'sent')) AS open
    FROM payment_runs AS r LEFT JOIN payment_run_rows AS p ON p.run_id = r.id GROUP BY r.id) AS counted`;

/**
 * Finds runs for which the log does not confirm who created, approved, sent or ended them, and runs created and
 * approved by the same person.
 */
const PEOPLE_OF_RUNS = `
  SELECT format('payment run %s was not %s by whom it names', r.number, step.action) AS issue
  FROM payment_runs AS r CROSS JOIN LATERAL (VALUES
    ('created', r.created_by), ('approved', r.approved_by), ('file_made', r.sent_by),
    (CASE WHEN r.state IN ('cancelled', 'rejected') THEN r.state END, r.ended_by)) AS step (action, admin_id)
  WHERE step.action IS NOT NULL AND step.admin_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM activity AS a WHERE a.entity = 'payment_run' AND a.entity_id = r.id AND a.action = step.action AND a.actor_id = step.admin_id)
  UNION ALL
  SELECT format('payment run %s was not approved by another person', number) FROM payment_runs
  WHERE lapses_at IS NOT NULL AND state IN ('ready', 'sent', 'finished') AND (approved_by <> created_by) IS NOT TRUE`;

/** Finds amounts for which the payment is missing or differs, and paid amounts for which it is voided. */
const RUN_ROWS = `
  SELECT format('the amount %s ', r.reference) || CASE
      WHEN p.id IS NULL THEN 'has no payment'
      WHEN (p.mechanic_id, p.amount_paise, p.transaction_id) IS DISTINCT FROM (r.mechanic_id, r.amount_paise, r.transaction_id)
        THEN 'differs from its payment'
      WHEN r.state = 'paid' THEN 'is paid, and its payment is voided' ELSE 'is reversed, and its payment is not voided' END AS issue
  FROM payment_run_rows AS r LEFT JOIN payouts AS p ON p.id = r.payout_id
  WHERE (r.state = 'paid' OR r.payout_id IS NOT NULL) AND (p.id IS NULL
    OR (p.mechanic_id, p.amount_paise, p.transaction_id) IS DISTINCT FROM (r.mechanic_id, r.amount_paise, r.transaction_id)
    OR (r.state = 'paid') = EXISTS (SELECT FROM payout_voids AS v WHERE v.payout_id = p.id))`;

/**
 * Checks that payment runs equal the sum of their rows, that each paid amount has one valid payment (BANK-04), and
 * that the log confirms the people (OWN-05).
 */
export const paymentRuns = sqlCheck({
  name: 'Payment runs',
  passed: 'agree with the payments',
  queries: [RUNS, PEOPLE_OF_RUNS, RUN_ROWS],
  checked: [['amount', 'payment_run_rows']],
});
