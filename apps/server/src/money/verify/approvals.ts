import { z } from 'zod';
import { counted } from '../../counted.ts';
import { countRows, eachRow, type IntegrityCheck } from './integrity-check.ts';

// The log says who requested and who decided; it cannot be changed, the row of a request could by its owner.
const requests = {
  text: `
    SELECT a.id, a.state, paid.id IS NOT NULL AS "isPaid", 
        CASE a.state WHEN 'approved' THEN a.requested_by IN (a.decided_by, coalesce(a.approved_by, a.decided_by))
          ELSE a.approved_by IS NOT NULL AND a.requested_by = a.approved_by END AS "isOwn",
      (paid.payee, paid.amount_paise, paid.requested_by) IS NOT DISTINCT FROM (coalesce(a.user_id, a.mechanic_id), a.amount_paise, a.requested_by)
        AND (a.paid_by IS NOT NULL OR (paid.transaction_key, paid.request_hash) IS NOT DISTINCT FROM (a.transaction_key, a.request_hash)) AS "isSame",
      EXISTS (SELECT FROM transaction_ids AS t LEFT JOIN payouts AS p ON p.id = t.payout_id
        WHERE t.key = a.transaction_key AND (t.loyalty_payout_id IS NOT NULL OR p.request_hash IS NOT NULL)) AS "isIdUsed",
      EXISTS (SELECT FROM activity WHERE entity = 'approval' AND entity_id = a.id AND action = 'requested' AND actor_id = a.requested_by)
        AND (a.state IN ('waiting', 'lapsed') OR EXISTS (SELECT FROM activity
          WHERE entity = 'approval' AND entity_id = a.id AND action = a.state AND actor_id = a.decided_by))
        AND (a.approved_by IS NULL OR EXISTS (SELECT FROM activity
          WHERE entity = 'approval' AND entity_id = a.id AND action = 'approved' AND actor_id = a.approved_by))
        AND (a.paid_by IS NULL OR EXISTS (SELECT FROM activity
          WHERE entity = 'approval' AND entity_id = a.id AND action = 'payment_recorded' AND actor_id = a.paid_by)) AS "isLogged"
    FROM approvals AS a LEFT JOIN LATERAL (
      SELECT id, mechanic_id AS payee, amount_paise, transaction_key, request_hash, requested_by FROM payouts WHERE id = a.payout_id
      UNION ALL
      SELECT id, coalesce(user_id, mechanic_id), amount_paise, transaction_key, request_hash, requested_by
      FROM loyalty_payouts WHERE id = a.loyalty_payout_id) AS paid ON true
    ORDER BY a.id`,
  row: z.object({
    id: z.string(),
    state: z.string(),
    isPaid: z.boolean(),
    isOwn: z.nullable(z.boolean()),
    isSame: z.boolean(),
    isIdUsed: z.boolean(),
    isLogged: z.boolean(),
  }),
};

const unlisted = {
  text: `
    SELECT entity_id AS id FROM activity WHERE entity = 'approval' AND action = 'requested'
      AND NOT EXISTS (SELECT FROM approvals WHERE id = entity_id) ORDER BY 1`,
  row: z.object({ id: z.string() }),
};

function issueOf(request: z.infer<typeof requests.row>): string | null {
  const { state, isPaid, isOwn, isSame, isIdUsed, isLogged } = request;
  if (!isLogged) return 'differs from the activity log';
  if (state === 'waiting' && isIdUsed) return 'waits, but its transaction id has paid';
  if (isOwn !== false) return 'was not approved by somebody else';
  if (state !== 'approved') return isPaid ? 'is not approved, but has paid' : null;
  if (!isPaid) return 'is approved, but has paid nothing';
  return isSame ? null : 'differs from the payment that it has made';
}

/**
 * Each paid request has made exactly its payment, requested and approved by two people; the others have moved nothing (TEAM-06, OWN-08).
 */
export const approvals: IntegrityCheck = {
  name: 'Approvals',
  passed: 'each paid once, by two people',
  findIssues: async function* ({ client }) {
    for await (const request of eachRow(client, requests)) {
      const issue = issueOf(request);
      if (issue !== null) yield `the requested payment ${request.id} ${issue}`;
    }
    for await (const { id } of eachRow(client, unlisted)) yield `the requested payment ${id} is missing`;
    return counted(await countRows(client, 'approvals'), 'requested payment');
  },
};
