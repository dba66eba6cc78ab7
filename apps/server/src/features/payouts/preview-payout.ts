import type { PayoutPreview } from '@wayside/contract/payouts';
import { roleMay } from '@wayside/contract/roles';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { ReaderContext } from '../../context.ts';
import { defineStatement, sampleOf } from '../../db/statement.ts';
import { IS_ON_ITS_WAY } from '../../ledger/run-amounts.ts';
import { type BankDetails, maskedUpiId, readBank, storedBank } from '../../records/mechanics.ts';

const text = z.nullable(z.string());
const BANK_COLUMNS = {
  accountHolder: text,
  bankName: text,
  accountNumber: text,
  ifscCode: text,
  upiId: text,
  preferredMethod: text,
};

/** Of a mechanic without any bank details. */
const NO_BANK: BankDetails = {
  accountHolder: null,
  bankName: null,
  accountNumber: null,
  ifscCode: null,
  upiId: null,
  preferredMethod: null,
};

/** A payout that the bank has returned paid nothing, so that to pay it again is no repetition (PAYO-11). */
const IS_NOT_VOIDED = 'NOT EXISTS (SELECT FROM payout_voids WHERE payout_id = payouts.id)';

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
        WHERE mechanic_id = $1 AND state = 'waiting' AND kind = 'payout' AND lapses_at > $3) AS "reservedPaise",
      (SELECT coalesce(sum(amount_paise), 0)::bigint FROM payment_run_rows WHERE mechanic_id = $1 AND ${IS_ON_ITS_WAY}) AS "onItsWayPaise",
      (SELECT count(*) FROM covered) AS "earningCount",
      (SELECT iso_instant(min(occurred_at)) FROM covered) AS "earnedFrom",
      (SELECT iso_instant(max(occurred_at)) FROM covered) AS "earnedUntil",
      iso_instant(b.bank_changed_at) AS "bankChangedAt", ${storedBank.json} AS bank,
      last.transaction_id AS "lastTransactionId", iso_instant(last.paid_at) AS "lastPaidAt", last.amount_paise AS "lastPaise",
      same.transaction_id AS "sameTransactionId", iso_instant(same.paid_at) AS "samePaidAt", same.amount_paise AS "samePaise"
    FROM mechanics AS b CROSS JOIN owed
    LEFT JOIN LATERAL (
      SELECT * FROM payouts WHERE mechanic_id = b.id AND ${IS_NOT_VOIDED} ORDER BY paid_at DESC NULLS LAST LIMIT 1) AS last ON true
    LEFT JOIN LATERAL (
      SELECT * FROM payouts WHERE mechanic_id = b.id AND ${IS_NOT_VOIDED} AND amount_paise = coalesce($2, owed.balance)
        AND paid_at > $3::timestamptz - interval '1 day' ORDER BY paid_at DESC LIMIT 1) AS same ON true
    WHERE b.id = $1`,
  row: z.object({
    balancePaise: z.number(),
    reservedPaise: z.number(),
    onItsWayPaise: z.number(),
    earningCount: z.number(),
    earnedFrom: z.nullable(z.string()),
    earnedUntil: z.nullable(z.string()),
    bankChangedAt: z.nullable(z.string()),
    bank: z.nullable(z.object(BANK_COLUMNS)),
    lastTransactionId: z.nullable(z.string()),
    lastPaidAt: z.nullable(z.string()),
    lastPaise: z.nullable(z.number()),
    sameTransactionId: z.nullable(z.string()),
    samePaidAt: z.nullable(z.string()),
    samePaise: z.nullable(z.number()),
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
export async function previewPayout(
  { database, keys, now, session }: ReaderContext,
  input: PreviewPayoutInput,
): Promise<PayoutPreview> {
  const [found] = await database.rows(PREVIEW, [input.mechanicId, input.amountPaise, now()]);
  if (!found) throw notFound('mechanic');
  const { lastTransactionId, lastPaidAt, lastPaise, sameTransactionId, samePaidAt, samePaise, ...facts } = found;
  const preview = {
    ...facts,
    lastPayout: payoutOf(lastTransactionId, lastPaidAt, lastPaise),
    samePayout: payoutOf(sameTransactionId, samePaidAt, samePaise),
  };
  const maySeeBank = session !== null && roleMay(session.admin.role, 'bank:reveal');
  if (!maySeeBank) return { ...preview, bank: null };
  const bank = await readBank(keys, input.mechanicId, found.bank ?? NO_BANK);
  return { ...preview, bank: { ...bank, upiId: maskedUpiId(bank.upiId) } };
}

const payoutOf = (transactionId: string | null, paidAt: string | null, amountPaise: number | null) =>
  amountPaise === null ? null : { transactionId, paidAt, amountPaise };
