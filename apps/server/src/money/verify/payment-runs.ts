import { z } from 'zod';
import { counted } from '../../counted.ts';
import { countRows, eachRow, type IntegrityCheck } from './integrity-check.ts';

const row = z.object({ subject: z.string(), issue: z.string() });

/** Runs whose stated size differs from their rows, or whose state differs from those of their rows. */
const runs = {
  text: `
    SELECT 'payment run ' || number AS subject, CASE
        WHEN (row_count, total_paise) IS DISTINCT FROM (rows, paise) THEN 'has other rows than were approved'
        WHEN state IN ('cancelled', 'rejected', 'lapsed') AND removed <> rows THEN 'has ended, and its amounts have not'
        WHEN state = 'finished' AND open > 0 THEN 'is finished, and the bank has some of its rows'
        WHEN state IN ('waiting', 'ready') AND (reserved + removed <> rows OR reserved = 0) THEN 'is not sent, and some of its amounts are not reserved'
        WHEN state = 'sent' AND reserved > 0 THEN 'is sent, and some of its amounts are not'
      END AS issue
    FROM (
      SELECT r.number, r.state, r.row_count, r.total_paise, count(p.reference) AS rows, coalesce(sum(p.amount_paise), 0) AS paise,
        count(*) FILTER (WHERE p.state = 'removed') AS removed, count(*) FILTER (WHERE p.state = 'reserved') AS reserved,
        count(*) FILTER (WHERE p.state IN ('reserved', 'sent')) AS open
      FROM payment_runs AS r LEFT JOIN payment_run_rows AS p ON p.run_id = r.id GROUP BY r.id) AS counted`,
  row: z.object({ subject: z.string(), issue: z.string().nullable() }),
};

/** Amounts whose payment is missing, differs, or is voided where the amount is paid. */
const rows = {
  text: `
    SELECT 'the amount ' || r.reference AS subject, CASE
        WHEN p.id IS NULL THEN 'has no payment'
        WHEN (p.mechanic_id, p.amount_paise, p.transaction_id) IS DISTINCT FROM (r.mechanic_id, r.amount_paise, r.transaction_id)
          THEN 'differs from its payment'
        WHEN r.state = 'paid' THEN 'is paid, and its payment is voided' ELSE 'is reversed, and its payment is not voided' END AS issue
    FROM payment_run_rows AS r LEFT JOIN payouts AS p ON p.id = r.payout_id
    WHERE (r.state = 'paid' OR r.payout_id IS NOT NULL) AND (p.id IS NULL
      OR (p.mechanic_id, p.amount_paise, p.transaction_id) IS DISTINCT FROM (r.mechanic_id, r.amount_paise, r.transaction_id)
      OR (r.state = 'paid') = EXISTS (SELECT FROM payout_voids AS v WHERE v.payout_id = p.id))`,
  row,
};

/** Runs of which the log does not say that these people have made, approved, sent or ended them. */
const people = {
  text: `
    SELECT 'payment run ' || r.number AS subject, 'was not ' || step.action || ' by whom it names' AS issue
    FROM payment_runs AS r CROSS JOIN LATERAL (VALUES
      ('created', r.created_by), ('approved', r.approved_by), ('file_made', r.sent_by),
      (CASE WHEN r.state IN ('cancelled', 'rejected') THEN r.state END, r.ended_by)) AS step (action, admin_id)
    WHERE step.action IS NOT NULL AND step.admin_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM activity AS a WHERE a.entity = 'payment_run' AND a.entity_id = r.id AND a.action = step.action AND a.actor_id = step.admin_id)
    UNION ALL
    SELECT 'payment run ' || number, 'was not approved by somebody else' FROM payment_runs
    WHERE lapses_at IS NOT NULL AND state IN ('ready', 'sent', 'finished') AND (approved_by <> created_by) IS NOT TRUE`,
  row,
};

/**
 * Payment runs add up to their rows, and each paid amount has one payment that stands (BANK-04); the log
 * says who has made, approved, sent and ended them (OWN-05).
 */
export const paymentRuns: IntegrityCheck = {
  name: 'Payment runs',
  passed: 'agree with the payments',
  findIssues: async function* ({ client }) {
    for await (const { subject, issue } of eachRow(client, runs)) if (issue !== null) yield `${subject} ${issue}`;
    for await (const { subject, issue } of eachRow(client, people)) yield `${subject} ${issue}`;
    for await (const { subject, issue } of eachRow(client, rows)) yield `${subject} ${issue}`;
    return counted(await countRows(client, 'payment_run_rows'), 'amount');
  },
};
