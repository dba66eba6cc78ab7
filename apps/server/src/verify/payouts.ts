import { counted } from '../counted.ts';
import { eachRow } from './each-row.ts';
import type { IntegrityCheck } from './integrity-check.ts';

interface Doubtful {
  readonly what: 'payout' | 'loyalty payout';
  readonly id: string;
  /** The row of the activity that tells of it; null where none does. */
  readonly toldBy: number | null;
  readonly isFullRecord: boolean;
}

// What was paid here was asked for, so that it has the hash of a request; an imported payout has none.
const madeHere = `
  SELECT 'payout' AS what, id, mechanic_id AS payee_id, amount_paise, transaction_id FROM payouts WHERE request_hash IS NOT NULL
  UNION ALL
  SELECT 'loyalty payout', id, coalesce(user_id, mechanic_id), amount_paise, transaction_id FROM loyalty_payouts`;

const told = `
  SELECT a.id AS row_id, a.entity_id AS payee_id,
    CASE WHEN said.payout_id IS NULL THEN 'loyalty payout' ELSE 'payout' END AS what, coalesce(said.payout_id, said.loyalty_id) AS id,
    said.amount_paise, said.transaction_id
  FROM activity AS a CROSS JOIN LATERAL (
    SELECT max(change ->> 'after') FILTER (WHERE change ->> 'field' = 'payoutId') AS payout_id,
      max(change ->> 'after') FILTER (WHERE change ->> 'field' = 'loyaltyPayoutId') AS loyalty_id,
      max(change ->> 'after') FILTER (WHERE change ->> 'field' = 'transactionId') AS transaction_id,
      max((change ->> 'before')::numeric - (change ->> 'after')::numeric)
        FILTER (WHERE change ->> 'field' IN ('balancePaise', 'walletPaise')) AS amount_paise
    FROM jsonb_array_elements(a.changes) AS change) AS said
  WHERE a.action = 'paid'`;

const doubtful = `
  SELECT coalesce(made.what, told.what) AS what, coalesce(made.id, told.id) AS id, told.row_id AS "toldBy", made.id IS NOT NULL AS "isFullRecord"
  FROM (${madeHere}) AS made FULL JOIN (${told}) AS told ON told.what = made.what AND told.id = made.id
  WHERE (made.payee_id, made.amount_paise, made.transaction_id) IS DISTINCT FROM (told.payee_id, told.amount_paise, told.transaction_id)
  ORDER BY told.row_id, 2`;

/**
 * That what was paid here is what the activity tells, to whom and under which transaction id, and nothing else: a payout
 * that is gone would be paid again, and the activity cannot be made to forget it (PAYO-11, SECU-05).
 */
export const payouts: IntegrityCheck = {
  name: 'Payouts',
  holds: 'as the activity tells',
  prove: async function* ({ client }) {
    for await (const { what, id, toldBy, isFullRecord } of eachRow<Doubtful>(client, doubtful))
      if (toldBy === null) yield `${what} ${id} was made without the activity's knowledge`;
      else if (!isFullRecord) yield `${what} ${id}, of which row ${toldBy} of the activity tells, is not here`;
      else yield `${what} ${id} is not what row ${toldBy} of the activity tells`;
    const { rows } = await client.query<{ count: number }>(`SELECT count(*) FROM (${madeHere}) AS made`);
    return `${counted(rows[0]?.count ?? 0, 'payout')} made here`;
  },
};
