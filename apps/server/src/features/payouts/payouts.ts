import type { PayoutPreview } from '@wayside/contract/payouts';
import type { OwedToMechanic, PayoutsSummary } from '@wayside/contract/payouts-earnings';
import type { LedgerEntry, StatementLine } from '@wayside/contract/payouts-ledger';
import type { Page } from '@wayside/contract/wire/paging';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { AppContext, ReaderContext } from '../../context.ts';
import { isReserving } from '../../money/ledger/approval-requests.ts';
import {
  balanceSums,
  IS_LISTED,
  MECHANICS_WITH_BALANCES,
  selectBalanceSums,
} from '../../money/ledger/mechanic-balances.ts';
import { IS_IN_TRANSIT, inTransitOf } from '../../money/ledger/run-amounts.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { defineStatement, sampleOf } from '../../platform/db/statement.ts';
import { offsetOf, type PageInput, pageOf } from '../../platform/db/statement-page.ts';
import { readerMay } from '../../reader-may.ts';
import { ABOUT_DAY, endOf, startOf } from '../../records/books.ts';
import { BOOKED_AT, ledgerEntrySelect } from '../../records/ledger-entries.ts';
import { type BankDetails, maskedUpiId, readBank, storedBank } from '../../records/mechanics.ts';
import { bankRow } from './bank-row.ts';
import { type StatementDays, sumStatement } from './sum-statement.ts';

const LINES = defineStatement({
  name: 'statement-lines',
  text: `SELECT ${ledgerEntrySelect.json} AS entry, iso_instant(${BOOKED_AT}) AS "bookedAt", ${ABOUT_DAY} AS "aboutDay",
      s.sum AS "changePaise"
    FROM (
      SELECT b.id, sum(b.balance_paise) OVER (ORDER BY ${BOOKED_AT}, b.id)::bigint AS sum FROM ledger_entries AS b
      WHERE b.mechanic_id = $1 AND ${BOOKED_AT} >= ${startOf('$2')} AND ${BOOKED_AT} < ${endOf('$3')}
      ORDER BY ${BOOKED_AT}, b.id LIMIT $4 OFFSET $5) AS s
    JOIN ledger_entries AS b ON b.id = s.id ${ledgerEntrySelect.joins}
    ORDER BY ${BOOKED_AT}, b.id`,
  row: z.object({
    entry: z.custom<LedgerEntry>((value) => typeof value === 'object' && value !== null),
    bookedAt: z.string(),
    aboutDay: z.nullable(z.string()),
    changePaise: z.number(),
  }),
  example: [sampleOf('ledger_entries', 'mechanic_id'), null, null, 10, 0],
  isPrepared: false,
});

export interface GetStatementInput extends StatementDays, PageInput {}

/** Its rows are in the order of the books, oldest first. */
export interface Statement extends Page<StatementLine> {
  /** The balance before the days, and after them. */
  readonly openingPaise: number;
  readonly closingPaise: number;
}

/** A page of the statement of one mechanic for some days (CLOS-02). @throws 404 */
export async function getStatement(
  { database }: Pick<AppContext, 'database'>,
  input: GetStatementInput,
): Promise<Statement> {
  const { mechanicId, from, to, limit } = input;
  const { openingPaise, changePaise, count } = await sumStatement(database, input);
  const lines = await database.rows(LINES, [mechanicId, from, to, limit, offsetOf(input)]);
  const rows = lines.map(({ changePaise: change, ...line }) => ({ ...line, balancePaise: openingPaise + change }));
  return {
    ...pageOf(rows, count, input),
    openingPaise,
    closingPaise: openingPaise + changePaise,
  };
}

const BALANCE = defineStatement({
  name: 'mechanic-balance',
  text: `SELECT m.id AS "mechanicId", m.name, m.phone, m.wallet_paise AS "walletPaise",
      ${selectBalanceSums((column) => `coalesce(s.${column}, 0)`)}
    FROM ${MECHANICS_WITH_BALANCES} WHERE m.id = $1`,
  row: z.object({
    mechanicId: z.string(),
    name: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    walletPaise: z.nullable(z.number()),
    ...balanceSums,
  }),
  example: [sampleOf('mechanics')],
});

/** The totals, balance and wallet of a mechanic, also of an erased one (MECH-13). @throws 404 */
export async function getMechanicBalance({ database }: AppContext, id: string): Promise<OwedToMechanic> {
  const [found] = await database.rows(BALANCE, [id]);
  if (!found) throw notFound('mechanic');
  return found;
}

// As JSON: node-postgres reads arrays of thousands of numbers much more slowly.
const column = (expression: string) => `coalesce(json_agg(${expression} ORDER BY m.id), '[]')`;
const sums = (name: string) => column(`coalesce(s.${name}, 0)`);

const SUMMARY = defineStatement({
  name: 'summarize-payouts',
  text: `SELECT ${column('m.id')} AS "mechanicIds", ${column('m.name')} AS names, ${column('m.phone')} AS phones,
      ${sums('net_earning_paise')} AS "netEarningPaise", ${sums('paid_out_paise')} AS "paidOutPaise",
      ${sums('pending_commission_paise')} AS "pendingCommissionPaise", ${sums('cash_kept_paise')} AS "cashKeptPaise",
      ${jsonRows(`SELECT mechanic_id AS "mechanicId", sum(amount_paise) AS "amountPaise" FROM approvals
        WHERE ${isReserving('payout', '$1')} GROUP BY mechanic_id`)} AS reserved,
      ${jsonRows(`SELECT mechanic_id AS "mechanicId", sum(amount_paise) AS "amountPaise" FROM payment_run_rows
        WHERE ${IS_IN_TRANSIT} GROUP BY mechanic_id`)} AS "inTransit"
    FROM ${MECHANICS_WITH_BALANCES} WHERE ${IS_LISTED}`,
  row: z.object({
    mechanicIds: z.array(z.string()),
    names: z.array(z.nullable(z.string())),
    phones: z.array(z.nullable(z.string())),
    netEarningPaise: z.array(z.number()),
    paidOutPaise: z.array(z.number()),
    pendingCommissionPaise: z.array(z.number()),
    cashKeptPaise: z.array(z.number()),
    reserved: z.array(z.object({ mechanicId: z.string(), amountPaise: z.number() })),
    inTransit: z.array(z.object({ mechanicId: z.string(), amountPaise: z.number() })),
  }),
  example: [new Date(0)],
});

/** The totals of every mechanic, column by column (API-17). The name of an erased mechanic is null. */
export async function summarizePayouts({ database, now }: AppContext): Promise<PayoutsSummary> {
  const [found] = await database.rows(SUMMARY, [now()]);
  if (!found) throw new Error('an aggregate returned no row');
  return found;
}

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
