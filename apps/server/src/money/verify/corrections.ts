import { z } from 'zod';
import { counted } from '../../counted.ts';
import { countRows, eachRow, type IntegrityCheck, mismatchIssues, mismatchRow } from './integrity-check.ts';

const made = `
  SELECT 'void' AS kind, id, coalesce(user_id, mechanic_id) AS payee_id, amount_paise, transaction_id,
    coalesce(payout_id, loyalty_payout_id) AS payment_id, voided_by AS actor_id FROM payout_voids
  UNION ALL
  SELECT 'adjustment', id, mechanic_id, amount_paise, NULL, NULL, made_by FROM adjustments`;

const logged = `
  SELECT a.id AS entry_id, a.entity_id AS payee_id, a.actor_id, CASE a.action WHEN 'voided' THEN 'void' ELSE 'adjustment' END AS kind,
    coalesce(changed.void_id, changed.adjustment_id) AS id, changed.amount_paise, changed.transaction_id, changed.payment_id
  FROM activity AS a CROSS JOIN LATERAL (
    SELECT max(change ->> 'after') FILTER (WHERE change ->> 'field' = 'voidId') AS void_id,
      max(change ->> 'after') FILTER (WHERE change ->> 'field' = 'adjustmentId') AS adjustment_id,
      max(change ->> 'after') FILTER (WHERE change ->> 'field' IN ('payoutId', 'loyaltyPayoutId')) AS payment_id,
      max(change ->> 'after') FILTER (WHERE change ->> 'field' = 'transactionId') AS transaction_id,
      max((change ->> 'after')::numeric - (change ->> 'before')::numeric)
        FILTER (WHERE change ->> 'field' IN ('balancePaise', 'walletPaise')) AS amount_paise
    FROM jsonb_array_elements(a.changes) AS change) AS changed
  WHERE a.action IN ('voided', 'adjusted')`;

const mismatches = {
  text: `
    SELECT coalesce(made.kind, logged.kind) AS kind, coalesce(made.id, logged.id) AS id, logged.entry_id AS "entryId", made.id IS NOT NULL AS exists
    FROM (${made}) AS made FULL JOIN (${logged}) AS logged ON logged.kind = made.kind AND logged.id = made.id
    WHERE (made.payee_id, made.amount_paise, made.transaction_id, made.payment_id, made.actor_id)
      IS DISTINCT FROM (logged.payee_id, logged.amount_paise, logged.transaction_id, logged.payment_id, logged.actor_id)
    ORDER BY logged.entry_id, 2`,
  row: mismatchRow('void', 'adjustment'),
};

const differingVoids = {
  text: `
    SELECT v.id FROM payout_voids AS v LEFT JOIN payouts AS p ON p.id = v.payout_id LEFT JOIN loyalty_payouts AS l ON l.id = v.loyalty_payout_id
    WHERE (v.mechanic_id, v.user_id, v.amount_paise, v.transaction_key) IS DISTINCT FROM
      (coalesce(p.mechanic_id, l.mechanic_id), l.user_id, coalesce(p.amount_paise, l.amount_paise), coalesce(p.transaction_key, l.transaction_key))
    ORDER BY 1`,
  row: z.object({ id: z.string() }),
};

/**
 * The voids and adjustments match the activity log in payee, amount and administrator, and each void its payment (PAYO-11, PRIV-05).
 * `earnings` and `wallets` compute what they do to balances and wallets.
 */
export const corrections: IntegrityCheck = {
  name: 'Voids and adjustments',
  passed: 'as in the activity log',
  findIssues: async function* ({ client }) {
    yield* mismatchIssues(client, mismatches);
    for await (const { id } of eachRow(client, differingVoids)) yield `void ${id} differs from its payment`;
    const [voids, adjusted] = [await countRows(client, 'payout_voids'), await countRows(client, 'adjustments')];
    return `${counted(voids, 'void')} and ${counted(adjusted, 'adjustment')}`;
  },
};
