import type { PayoutPreview } from '@wayside/contract/payouts';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';

// Earlier payouts have paid for what is older: the newest earnings that reach the balance are what it consists of.
const PREVIEW = {
  name: 'preview-payout',
  text: `
    WITH owed AS (SELECT coalesce(sum(balance_paise), 0)::bigint AS balance FROM ledger_entries WHERE mechanic_id = $1),
    earned AS (
      SELECT kind, occurred_at, row_number() OVER newest AS position, sum(balance_paise) OVER newest AS reached
      FROM ledger_entries WHERE mechanic_id = $1 AND flow <> 'payout' WINDOW newest AS (ORDER BY listed_at DESC, id DESC)),
    covered AS (
      SELECT occurred_at FROM earned, owed WHERE balance > 0 AND kind = 'earning'
        AND position <= coalesce((SELECT min(position) FROM earned WHERE reached >= balance), position))
    SELECT owed.balance AS "balancePaise",
      (SELECT count(*) FROM covered) AS "earningCount",
      (SELECT iso_instant(min(occurred_at)) FROM covered) AS "earnedFrom",
      (SELECT iso_instant(max(occurred_at)) FROM covered) AS "earnedUntil",
      iso_instant(m.bank_changed_at) AS "bankChangedAt",
      (SELECT json_build_object('transactionId', transaction_id, 'paidAt', iso_instant(paid_at), 'amountPaise', amount_paise)
       FROM payouts WHERE mechanic_id = m.id ORDER BY paid_at DESC NULLS LAST LIMIT 1) AS "lastPayout",
      (SELECT json_build_object('transactionId', transaction_id, 'paidAt', iso_instant(paid_at), 'amountPaise', amount_paise)
       FROM payouts WHERE mechanic_id = m.id AND amount_paise = coalesce($2, owed.balance)
         AND paid_at > $3::timestamptz - interval '1 day' ORDER BY paid_at DESC LIMIT 1) AS "samePayout"
    FROM mechanics AS m, owed WHERE m.id = $1`,
};

/**
 * What is worth knowing before a mechanic is paid.
 * @param amountPaise what is to be paid; null for the whole balance
 * @throws 404
 */
export async function previewPayout(
  { database, now }: AppContext,
  id: string,
  amountPaise: number | null,
): Promise<PayoutPreview> {
  const [found] = await database.rows<PayoutPreview>(PREVIEW, [id, amountPaise, now()]);
  if (!found) throw notFound('mechanic');
  return found;
}
