import type { PayoutPreview } from '@wayside/contract/payouts';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { ReaderContext } from '../../context.ts';
import { isReserving } from '../../money/ledger/approval-requests.ts';
import { inTransitOf } from '../../money/ledger/run-amounts.ts';
import { defineStatement, sampleOf } from '../../platform/db/statement.ts';
import { readerMay } from '../../reader-may.ts';
import { type BankDetails, maskedUpiId, readBank, storedBank } from '../../records/mechanics.ts';
import { bankRow } from './bank-row.ts';

/** Of a mechanic without any bank details. */
const NO_BANK: BankDetails = {
  accountHolder: null,
  bankName: null,
  accountNumber: null,
  ifscCode: null,
  upiId: null,
  preferredMethod: null,
};

/** The SQL of the last payout to the mechanic `b`. One that the bank has returned paid nothing: to pay it again is no repetition (PAYO-11). */
const lastPayout = (condition: string): string => `(
      SELECT json_build_object('transactionId', transaction_id, 'paidAt', iso_instant(paid_at), 'amountPaise', amount_paise)
      FROM payouts WHERE mechanic_id = b.id AND NOT EXISTS (SELECT FROM payout_voids WHERE payout_id = payouts.id) AND ${condition}
      ORDER BY paid_at DESC NULLS LAST LIMIT 1)`;
const payoutRow = z.object({
  transactionId: z.nullable(z.string()),
  paidAt: z.nullable(z.string()),
  amountPaise: z.number(),
});

// Earlier payouts have paid for older earnings: the balance consists of the newest standing earnings that reach it.
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
        WHERE mechanic_id = $1 AND ${isReserving('payout', '$3')}) AS "reservedPaise",
      ${inTransitOf('$1')} AS "inTransitPaise",
      (SELECT count(*) FROM covered) AS "earningCount",
      (SELECT iso_instant(min(occurred_at)) FROM covered) AS "earnedFrom",
      (SELECT iso_instant(max(occurred_at)) FROM covered) AS "earnedUntil",
      iso_instant(b.bank_changed_at) AS "bankChangedAt", ${storedBank.json} AS bank,
      ${lastPayout('true')} AS "lastPayout",
      ${lastPayout("amount_paise = coalesce($2, owed.balance) AND paid_at > $3::timestamptz - interval '1 day'")} AS "samePayout"
    FROM mechanics AS b CROSS JOIN owed
    WHERE b.id = $1`,
  row: z.object({
    balancePaise: z.number(),
    reservedPaise: z.number(),
    inTransitPaise: z.number(),
    earningCount: z.number(),
    earnedFrom: z.nullable(z.string()),
    earnedUntil: z.nullable(z.string()),
    bankChangedAt: z.nullable(z.string()),
    bank: z.nullable(bankRow),
    lastPayout: z.nullable(payoutRow),
    samePayout: z.nullable(payoutRow),
  }),
  example: [sampleOf('payouts', 'mechanic_id'), null, new Date(0)],
});

export interface PreviewPayoutInput {
  readonly mechanicId: string;
  /** Null for the whole balance. */
  readonly amountPaise: number | null;
}

/**
 * Previews a payout: the balance, the earnings that it covers, recent payouts that it may repeat (API-17), and where the money
 * goes, for a role that may reveal a bank account (BANK-05).
 * @throws 404
 */
export async function previewPayout(context: ReaderContext, input: PreviewPayoutInput): Promise<PayoutPreview> {
  const { database, keys, now } = context;
  const [found] = await database.rows(PREVIEW, [input.mechanicId, input.amountPaise, now()]);
  if (!found) throw notFound('mechanic');
  if (!readerMay(context, 'bank:reveal')) return { ...found, bank: null };
  const bank = await readBank(keys, input.mechanicId, found.bank ?? NO_BANK);
  return { ...found, bank: { ...bank, upiId: maskedUpiId(bank.upiId) } };
}
