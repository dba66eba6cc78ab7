import type { PayoutPreview } from '@wayside/contract/payouts';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { defineStatement, sampleOf } from '../../db/statement.ts';

const PAYOUT = `json_build_object('transactionId', transaction_id, 'paidAt', iso_instant(paid_at), 'amountPaise', amount_paise)`;

/** A payout that the bank has returned paid nothing, so that to pay it again is no repetition (PAYO-11). */
const IS_NOT_VOIDED = 'NOT EXISTS (SELECT FROM payout_voids WHERE payout_id = payouts.id)';

// Earlier payouts have paid for older earnings: the balance consists of the newest standing earnings that reach it.
const payout = z.object({
  transactionId: z.nullable(z.string()),
  paidAt: z.nullable(z.string()),
  amountPaise: z.number(),
});

const PREVIEW = defineStatement({
  name: 'preview-payout',
  text: `
    WITH owed AS (SELECT coalesce(sum(balance_paise), 0)::bigint AS balance FROM ledger_entries WHERE mechanic_id = $1),
    earned AS (
      SELECT occurred_at, row_number() OVER newest AS position, sum(balance_paise) OVER newest AS reached
      FROM ledger_entries AS l WHERE mechanic_id = $1 AND kind = 'earning' AND NOT EXISTS (
        SELECT FROM ledger_entries AS back
        WHERE (back.source_id, back.source, back.revision, back.kind) = (l.source_id, l.source, l.revision, 'reversal'))
      WINDOW newest AS (ORDER BY listed_at DESC, id DESC)),
    covered AS (
      SELECT occurred_at FROM earned, owed WHERE balance > 0
        AND position <= coalesce((SELECT min(position) FROM earned WHERE reached >= balance), position))
    SELECT owed.balance AS "balancePaise",
      (SELECT coalesce(sum(amount_paise), 0)::bigint FROM approvals
        WHERE mechanic_id = $1 AND state = 'waiting' AND kind = 'payout' AND lapses_at > $3) AS "reservedPaise",
      (SELECT count(*) FROM covered) AS "earningCount",
      (SELECT iso_instant(min(occurred_at)) FROM covered) AS "earnedFrom",
      (SELECT iso_instant(max(occurred_at)) FROM covered) AS "earnedUntil",
      iso_instant(m.bank_changed_at) AS "bankChangedAt",
      (SELECT ${PAYOUT} FROM payouts WHERE mechanic_id = m.id AND ${IS_NOT_VOIDED} ORDER BY paid_at DESC NULLS LAST LIMIT 1) AS "lastPayout",
      (SELECT ${PAYOUT} FROM payouts WHERE mechanic_id = m.id AND ${IS_NOT_VOIDED} AND amount_paise = coalesce($2, owed.balance)
         AND paid_at > $3::timestamptz - interval '1 day' ORDER BY paid_at DESC LIMIT 1) AS "samePayout"
    FROM mechanics AS m, owed WHERE m.id = $1`,
  row: z.object({
    balancePaise: z.number(),
    reservedPaise: z.number(),
    earningCount: z.number(),
    earnedFrom: z.nullable(z.string()),
    earnedUntil: z.nullable(z.string()),
    bankChangedAt: z.nullable(z.string()),
    lastPayout: z.nullable(payout),
    samePayout: z.nullable(payout),
  }),
  example: [sampleOf('payouts', 'mechanic_id'), null, new Date(0)],
});

export interface PreviewPayoutInput {
  readonly mechanicId: string;
  /** Null for the whole balance. */
  readonly amountPaise: number | null;
}

/**
 * Previews a payout: the balance, the earnings that it covers, and recent payouts that it may repeat (API-17).
 * @throws 404
 */
export async function previewPayout(
  { database, now }: AppContext,
  input: PreviewPayoutInput,
): Promise<PayoutPreview> {
  const [found] = await database.rows(PREVIEW, [input.mechanicId, input.amountPaise, now()]);
  if (!found) throw notFound('mechanic');
  return found;
}
