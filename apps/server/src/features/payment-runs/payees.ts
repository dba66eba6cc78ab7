import type { RunPayee, RunPreview } from '@wayside/contract/payment-runs';
import { sentence } from '@wayside/contract/sentences';
import type pg from 'pg';
import { z } from 'zod';
import type { ActorContext, AppContext } from '../../context.ts';
import { causeKey } from '../../find-cause.ts';
import type { BankProfile, PaymentMode } from '../../money/bank-files/bank-profile.ts';
import { bankRow } from '../../money/bank-files/write-bank-file.ts';
import { findApprovalCause, isReservingSql } from '../../money/ledger/approval-requests.ts';
import { expireApprovals } from '../../money/ledger/expire-approvals.ts';
import { IS_IN_TRANSIT_SQL } from '../../money/ledger/owed-amounts.ts';
import type { DataKeys } from '../../platform/crypto/data-keys.ts';
import { readWhereReadable } from '../../platform/crypto/reencrypt.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { maskAccount, maskUpiId } from '../../records/mechanics.ts';
import { rupeesText } from '../../rupees.ts';
import { findBankProfile } from './profiles.ts';

const text = z.nullable(z.string());

// Statement that reads the payees of a run. For a run of all mechanics it uses stored balances, because it would
// otherwise sum the whole ledger under its lock. For given mechanics, and when the file is created, it sums the
// ledger entries of each mechanic, so that each amount is compared with the ledger. It reads their index mechanic by
// mechanic, because the planner would otherwise read a large ledger completely. Amounts in other runs and in pending
// requests are reserved.
const PAYEES = defineStatement({
  name: 'payees-of-run',
  text: `
    WITH owed AS (
      SELECT mechanic_id, balance_paise AS paise FROM mechanic_balances WHERE $1::text[] IS NULL
      UNION ALL SELECT id, (SELECT sum(balance_paise)::bigint FROM ledger_entries WHERE mechanic_id = given.id) FROM unnest($1) AS given (id)),
    not_free AS (
      SELECT mechanic_id, sum(amount_paise)::bigint AS paise FROM (
        SELECT mechanic_id, amount_paise FROM approvals WHERE ${isReservingSql('payout', '$2')}
        UNION ALL SELECT mechanic_id, amount_paise FROM payment_run_rows WHERE ${IS_IN_TRANSIT_SQL}) AS each
      WHERE $1::text[] IS NULL OR mechanic_id = ANY ($1) GROUP BY mechanic_id)
    SELECT m.id, coalesce(m.name, m.payee_name) AS name, m.phone, m.email, coalesce(owed.paise, 0) AS "balancePaise",
      coalesce(not_free.paise, 0) AS "notFreePaise", m.bank_account_holder AS holder, m.bank_account_number AS account,
      m.bank_ifsc_code AS ifsc, m.bank_upi_id AS "upiId", m.bank_preferred_method AS "preferredMethod"
    FROM mechanics AS m LEFT JOIN owed ON owed.mechanic_id = m.id LEFT JOIN not_free ON not_free.mechanic_id = m.id
    WHERE CASE WHEN $1::text[] IS NULL THEN owed.paise > 0 ELSE m.id = ANY ($1) END ORDER BY m.id`,
  row: z.object({
    id: z.string(),
    name: text,
    phone: text,
    email: text,
    balancePaise: z.number(),
    notFreePaise: z.number(),
    holder: text,
    account: text,
    ifsc: text,
    upiId: text,
    preferredMethod: text,
  }),
  example: [null, new Date(0)],
  isPrepared: false,
});
type StoredPayee = z.infer<NonNullable<typeof PAYEES.row>>;

/** A mechanic with the bank details for a payment, which are never logged or returned to a caller. */
export interface Payee extends StoredPayee {
  readonly freePaise: number;
}

/** The planned payment of a payee, or the reason why it is not possible. */
export interface PlannedPayment {
  readonly payee: Payee;
  readonly amountPaise: number;
  readonly mode: PaymentMode | null;
  /** The masked account or UPI id; null if there are no bank details. */
  readonly destination: string | null;
  /** The complete account or UPI id; null if the payee cannot be paid. */
  readonly paidTo: string | null;
  readonly issue: string | null;
}

interface PayeeFilter {
  /** The mechanics to pay; null for all with a positive balance. */
  readonly ids: readonly string[] | null;
  readonly minimumPaise: number | null;
}

/**
 * Reads mechanics with the amounts owed and their decrypted bank details. @param client holds the ledger's lock if
 * amounts are reserved
 */
export async function readPayees(
  client: pg.ClientBase | pg.Pool,
  { keys }: Pick<AppContext, 'keys'>,
  { ids, at }: { readonly ids: readonly string[] | null; readonly at: Date },
): Promise<Payee[]> {
  const stored = await rowsOf(client, PAYEES, [ids, at]);
  const payees: Payee[] = [];
  for (const row of stored) {
    payees.push({
      ...(await readBankColumns(keys, row.id, row)),
      freePaise: row.balancePaise - row.notFreePaise,
    });
  }
  return payees;
}

/** Decrypts the bank details in a mechanic's row. A value that no known key decrypts becomes null. */
export async function readBankColumns<T extends Pick<StoredPayee, 'account' | 'ifsc' | 'upiId'>>(
  keys: DataKeys,
  id: string,
  row: T,
): Promise<T> {
  const read = (column: string, value: string | null) =>
    readWhereReadable(keys, value, { table: 'mechanics', id, column });
  return {
    ...row,
    account: await read('bank_account_number', row.account),
    ifsc: await read('bank_ifsc_code', row.ifsc),
    upiId: await read('bank_upi_id', row.upiId),
  };
}

/** A placeholder; all references have this length. */
const SAMPLE_REFERENCE = 'W0000000000000000';
const SAMPLE_FACTS = { debitAccount: '0', narration: 'payout', day: '2026-01-01' };

/** Plans the payment of a payee's unreserved balance, or returns the reason for excluding it (BANK-01). */
export function planPayment(profile: BankProfile, payee: Payee, minimumPaise: number | null): PlannedPayment {
  const { freePaise, balancePaise, notFreePaise, account, upiId } = payee;
  const shown = maskAccount(account) ?? maskUpiId(upiId);
  const unpaid = { payee, amountPaise: Math.max(freePaise, 0), mode: null, destination: shown, paidTo: null };
  if (balancePaise <= 0) return { ...unpaid, issue: sentence('nothing_owed').message };
  if (freePaise <= 0)
    return {
      ...unpaid,
      issue: sentence('full_balance_not_free', { amount: rupeesText(notFreePaise) }).message,
    };
  if (minimumPaise !== null && freePaise < minimumPaise)
    return { ...unpaid, issue: sentence('amount_below', { amount: rupeesText(minimumPaise) }).message };
  const row = bankRow(profile, SAMPLE_FACTS, bankPaymentOf(payee, freePaise, SAMPLE_REFERENCE));
  if (row.issue !== undefined) return { ...unpaid, issue: row.issue };
  const isUpi = row.mode === 'upi';
  return {
    payee,
    amountPaise: freePaise,
    mode: row.mode,
    destination: isUpi ? maskUpiId(upiId) : maskAccount(account),
    paidTo: isUpi ? upiId : account,
    issue: null,
  };
}

/** Returns the name of a payee in the bank file. */
export const nameInFile = ({ holder, name }: Pick<Payee, 'holder' | 'name'>): string | null => holder ?? name;

/** Returns a payee as it appears in the bank file. */
export const bankPaymentOf = (payee: Payee, amountPaise: number, reference: string) => ({
  reference,
  mechanicId: payee.id,
  amountPaise,
  holder: nameInFile(payee),
  account: payee.account,
  ifsc: payee.ifsc,
  upiId: payee.upiId,
  prefersUpi: /upi/i.test(payee.preferredMethod ?? ''),
  phone: payee.phone,
  email: payee.email,
});

/** Converts a planned payment for display. */
const toRunPayee = ({ payee, amountPaise, mode, destination, issue }: PlannedPayment): RunPayee => ({
  mechanicId: payee.id,
  name: payee.name,
  amountPaise,
  mode,
  destination,
  ifsc: mode === 'upi' ? null : payee.ifsc,
  preferredMethod: payee.preferredMethod,
  issue,
  issueKey: causeKey(issue),
});

export interface RunSelection {
  /** The name of a profile. */
  readonly profile: string;
  readonly ids: readonly string[] | null;
  readonly all: boolean;
  readonly minimumPaise: number | null;
}

/** Returns the payees that a selection includes. */
export const toPayeeFilter = ({ ids, all, minimumPaise }: RunSelection): PayeeFilter => ({
  ids: all ? null : (ids ?? []),
  minimumPaise,
});

export const sumOf = (payments: readonly PlannedPayment[]): number =>
  payments.reduce((sum, { amountPaise }) => sum + amountPaise, 0);

/** Returns who a run would pay, and who cannot be paid and why (BANK-01). @throws 400 if the profile is unknown */
export async function previewRun(
  context: Pick<AppContext, 'database' | 'keys' | 'settings' | 'now'> & Pick<ActorContext, 'actor'>,
  selection: RunSelection,
): Promise<RunPreview> {
  const profile = await findBankProfile(context, selection.profile);
  const at = context.now();
  await expireApprovals(context.database, at);
  const { ids, minimumPaise } = toPayeeFilter(selection);
  return context.database.longTransaction(async (client) => {
    const payees = await readPayees(client, context, { ids, at });
    const planned = payees.map((payee) => planPayment(profile, payee, minimumPaise));
    const paid = planned.filter(({ issue }) => issue === null);
    const totalPaise = sumOf(paid);
    const cause = await findApprovalCause(client, { actor: context.actor, amountPaise: totalPaise, at });
    return {
      payees: paid.map(toRunPayee),
      excluded: planned.filter(({ issue }) => issue !== null).map(toRunPayee),
      totalPaise,
      needsApproval: cause !== null,
    };
  });
}
