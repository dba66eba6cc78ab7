import type { PayoutPreview } from '@wayside/contract/payouts';
import type { OwedToMechanic, PayoutsSummary } from '@wayside/contract/payouts-earnings';
import type { PendingErasure } from '@wayside/contract/payouts-erasures';
import type { Page } from '@wayside/contract/wire/paging';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import { hasPermission } from '../../caller-permissions.ts';
import type { AppContext, ReaderContext } from '../../context.ts';
import { isReservingSql } from '../../money/ledger/approval-requests.ts';
import {
  balanceSums,
  IS_IN_TRANSIT_SQL,
  IS_LISTED_SQL,
  inTransitSql,
  MECHANICS_WITH_BALANCES,
  selectBalanceSums,
} from '../../money/ledger/owed-amounts.ts';
import { type MechanicPayment, payMechanic } from '../../money/ledger/pay-mechanic.ts';
import { type PayContext, type PaymentOutcome, payOnce } from '../../money/ledger/pay-once.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { IS_OWED_SQL } from '../../money/ledger/retained-columns.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { defineStatement, sampleOf } from '../../platform/db/statement.ts';
import { type PageInput, readStatementPage } from '../../platform/db/statement-page.ts';
import { type BankDetails, maskUpiId, readBank, storedBank } from '../../records/mechanics.ts';

const text = z.nullable(z.string());

/** Bank details as returned by `storedBank`; some values are encrypted (PRIV-01). */
const bankRow = z.object({
  accountHolder: text,
  bankName: text,
  accountNumber: text,
  ifscCode: text,
  upiId: text,
  preferredMethod: text,
} satisfies Record<keyof BankDetails, z.ZodType>);

/**
 * Pays a mechanic, including an erased one, up to the balance from all committed records (PAYO-07, PAYO-09, PAYO-10),
 * or requests approval (TEAM-06). A repeated request gets the first response.
 * @throws 403; 404; 409 if the amount exceeds the unreserved balance, the balance is not positive, or the transaction
 *   id belongs to another payment
 */
export const createPayout = (context: PayContext, input: MechanicPayment): Promise<PaymentOutcome> =>
  payOnce(context, async (client, paying) => {
    await requireRight(client, paying.actor, 'money:move');
    return payMechanic(client, paying, input, null);
  });

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

/** Returns the totals, balance and wallet of a mechanic, including an erased one (MECH-13). @throws 404 */
export async function getMechanicBalance({ database }: AppContext, id: string): Promise<OwedToMechanic> {
  const [found] = await database.rows(BALANCE, [id]);
  if (!found) throw notFound('mechanic');
  return found;
}

// Columns are sent as JSON because node-postgres parses arrays of thousands of numbers much more slowly.
const columnSql = (expression: string) => `coalesce(json_agg(${expression} ORDER BY m.id), '[]')`;
const sumColumnSql = (name: string) => columnSql(`coalesce(s.${name}, 0)`);

const SUMMARY = defineStatement({
  name: 'summarize-payouts',
  text: `SELECT ${columnSql('m.id')} AS "mechanicIds", ${columnSql('m.name')} AS names, ${columnSql('m.phone')} AS phones,
      ${sumColumnSql('net_earning_paise')} AS "netEarningPaise", ${sumColumnSql('paid_out_paise')} AS "paidOutPaise",
      ${sumColumnSql('pending_commission_paise')} AS "pendingCommissionPaise", ${sumColumnSql('cash_kept_paise')} AS "cashKeptPaise",
      ${jsonRows(`SELECT mechanic_id AS "mechanicId", sum(amount_paise) AS "amountPaise" FROM approvals
        WHERE ${isReservingSql('payout', '$1')} GROUP BY mechanic_id`)} AS reserved,
      ${jsonRows(`SELECT mechanic_id AS "mechanicId", sum(amount_paise) AS "amountPaise" FROM payment_run_rows
        WHERE ${IS_IN_TRANSIT_SQL} GROUP BY mechanic_id`)} AS "inTransit"
    FROM ${MECHANICS_WITH_BALANCES} WHERE ${IS_LISTED_SQL}`,
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

/** Returns the totals of all mechanics, column by column (API-17). The name of an erased mechanic is null. */
export async function summarizePayouts({ database, now }: AppContext): Promise<PayoutsSummary> {
  const [found] = await database.rows(SUMMARY, [now()]);
  if (!found) throw new Error('an aggregate returned no row');
  return found;
}

/** The bank details of a mechanic who has none. */
const EMPTY_BANK_DETAILS: BankDetails = {
  accountHolder: null,
  bankName: null,
  accountNumber: null,
  ifscCode: null,
  upiId: null,
  preferredMethod: null,
};

/**
 * Returns SQL for the last payout to the mechanic `b`. A payout that the bank has returned does not count, so that
 * paying it again is not a repetition (PAYO-11).
 */
const lastPayoutSql = (condition: string): string => `(
      SELECT json_build_object('transactionId', transaction_id, 'paidAt', iso_instant(paid_at), 'amountPaise', amount_paise)
      FROM payouts WHERE mechanic_id = b.id AND NOT EXISTS (SELECT FROM payout_voids WHERE payout_id = payouts.id) AND ${condition}
      ORDER BY paid_at DESC NULLS LAST LIMIT 1)`;
const payoutRow = z.object({
  transactionId: z.nullable(z.string()),
  paidAt: z.nullable(z.string()),
  amountPaise: z.number(),
});

// Earlier payouts cover the older earnings, so the balance consists of the newest standing earnings whose sum reaches
// it.
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
        WHERE mechanic_id = $1 AND ${isReservingSql('payout', '$3')}) AS "reservedPaise",
      ${inTransitSql('$1')} AS "inTransitPaise",
      (SELECT count(*) FROM covered) AS "earningCount",
      (SELECT iso_instant(min(occurred_at)) FROM covered) AS "earnedFrom",
      (SELECT iso_instant(max(occurred_at)) FROM covered) AS "earnedUntil",
      iso_instant(b.bank_changed_at) AS "bankChangedAt", ${storedBank.json} AS bank,
      ${lastPayoutSql('true')} AS "lastPayout",
      ${lastPayoutSql("amount_paise = coalesce($2, owed.balance) AND paid_at > $3::timestamptz - interval '1 day'")} AS "samePayout"
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

interface PreviewPayoutInput {
  readonly mechanicId: string;
  /** If null, the complete balance is paid. */
  readonly amountPaise: number | null;
}

/**
 * Returns the balance, the earnings that a payout covers, and the payouts that it may repeat (API-17). Includes the
 * bank details if the role has permission to reveal them (BANK-05). @throws 404
 */
export async function previewPayout(context: ReaderContext, input: PreviewPayoutInput): Promise<PayoutPreview> {
  const { database, keys, now } = context;
  const [found] = await database.rows(PREVIEW, [input.mechanicId, input.amountPaise, now()]);
  if (!found) throw notFound('mechanic');
  if (!hasPermission(context, 'bank:reveal')) return { ...found, bank: null };
  const bank = await readBank(keys, input.mechanicId, found.bank ?? EMPTY_BANK_DETAILS);
  return { ...found, bank: { ...bank, upiId: maskUpiId(bank.upiId) } };
}

const reservedSql = (kind: 'payout' | 'loyalty', owner: 'user_id' | 'mechanic_id') =>
  `(SELECT coalesce(sum(amount_paise), 0)::bigint FROM approvals
    WHERE ${owner} = b.id AND ${isReservingSql(kind, '$1')})`;

const CUSTOMERS = `
  SELECT 'user' AS kind, b.id, b.payee_name AS name, 0::bigint AS "balancePaise", b.wallet_paise AS "walletPaise",
    0::bigint AS "reservedBalancePaise", ${reservedSql('loyalty', 'user_id')} AS "reservedWalletPaise", 0::bigint AS "inTransitPaise",
    NULL::json AS bank
  FROM users AS b WHERE b.record_state = 'erased' AND ${IS_OWED_SQL.users}`;

const MECHANICS = `
  SELECT 'mechanic', b.id, b.payee_name, coalesce((SELECT balance_paise FROM mechanic_balances WHERE mechanic_id = b.id), 0),
    coalesce(b.wallet_paise, 0), ${reservedSql('payout', 'mechanic_id')}, ${reservedSql('loyalty', 'mechanic_id')}, ${inTransitSql('b.id')},
    ${storedBank.json} FROM mechanics AS b WHERE b.record_state = 'erased' AND ${IS_OWED_SQL.mechanics}`;

const ERASURES = defineStatement({
  name: 'list-pending-erasures',
  text: `WITH owed AS (${CUSTOMERS} UNION ALL ${MECHANICS})
    SELECT (SELECT count(*) FROM owed) AS total,
      ${jsonRows('SELECT * FROM owed ORDER BY kind, id LIMIT $2 OFFSET $3')} AS rows`,
  row: z.object({
    total: z.number(),
    rows: z.array(
      z.object({
        kind: z.enum(['user', 'mechanic']),
        id: z.string(),
        name: z.nullable(z.string()),
        balancePaise: z.number(),
        walletPaise: z.number(),
        reservedBalancePaise: z.number(),
        reservedWalletPaise: z.number(),
        inTransitPaise: z.number(),
        bank: z.nullable(bankRow),
      }),
    ),
  }),
  example: [new Date(0), 10, 0],
});

/**
 * Returns a page of erased people whose balance or wallet is not 0, mechanics first (PRIV-06). Includes bank details
 * only if the role has permission to reveal them (TEAM-01).
 */
export async function listPendingErasures(context: ReaderContext, input: PageInput): Promise<Page<PendingErasure>> {
  const { database, keys, now } = context;
  const found = await readStatementPage(database, ERASURES, [now()], input);
  const maySeeBank = hasPermission(context, 'bank:reveal');
  const rows = await Promise.all(
    found.rows.map(async (person) => ({
      ...person,
      bank: maySeeBank && person.bank ? await readBank(keys, person.id, person.bank) : null,
    })),
  );
  return { ...found, rows };
}
