import { paymentMethod, plainId } from './payments.ts';
import { EARNING_SPELLINGS } from './payouts.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { instant, list, maybe, phone, recordId, text, textOrNumber } from './wire/fields.ts';
import { rupees, signedRupees } from './wire/money.ts';
import { type ReadRows, readRows } from './wire/paging.ts';
import { recordInPath } from './wire/request-fields.ts';
import { decodeLeniently, type Wire, withLenientDecoder } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('payouts');

/** A row of a mechanic's earnings history (PAYO-04); a reversal is negative. */
const earnedFields = {
  transactedAt: maybe(instant),
  bookingId: maybe(plainId),
  method: maybe(paymentMethod),
  grossPaise: maybe(signedRupees),
  commissionPaise: maybe(signedRupees),
  platformFeePaise: maybe(signedRupees),
  netPaise: maybe(signedRupees),
};
export type EarnedRow = DomainOf<typeof earnedFields>;
export const earnedRow: Wire<EarnedRow> = wireObject(earnedFields, EARNING_SPELLINGS);

/** A row of a mechanic's payout history (PAYO-04). */
const paidFields = {
  paidAt: maybe(instant),
  transactionId: maybe(textOrNumber),
  amountPaise: maybe(signedRupees),
};
export type PaidRow = DomainOf<typeof paidFields>;
export const paidRow: Wire<PaidRow> = wireObject(paidFields, { paidAt: 'payoutDate', amountPaise: 'amount' });

const totals = {
  netEarningPaise: maybe(signedRupees),
  paidOutPaise: maybe(signedRupees),
  pendingCommissionPaise: maybe(signedRupees),
  /** The cash that the mechanic has received; another provider does not state it. */
  cashKeptPaise: maybe(signedRupees),
  balancePaise: maybe(signedRupees),
};

const TOTALS_SPELLINGS = {
  netEarningPaise: 'totalNetEarning',
  paidOutPaise: 'totalPayout',
  pendingCommissionPaise: 'totalPendingCommission',
  cashKeptPaise: 'totalCashKept',
  balancePaise: 'netBalance',
} as const;

const mechanicFields = {
  mechanicId: recordId,
  name: maybe(text),
  phone: maybe(phone),
  ...totals,
  earnings: list(earnedRow),
  payouts: list(paidRow),
};

/**
 * The earnings of a mechanic and the payouts to them (PAYO-08): net earning − cash kept − pending commission −
 * paid out = balance. A balance above 0 is owed to the mechanic, one below 0 by the mechanic.
 */
export type MechanicEarnings = DomainOf<typeof mechanicFields>;
export const mechanicEarnings: Wire<MechanicEarnings> = wireObject(mechanicFields, TOTALS_SPELLINGS);

const allEarnings = list(mechanicEarnings);
/** Null rows are no data at all (PAYO-06). */
type EarningsAnswer = Omit<ReadRows<MechanicEarnings>, 'rows'> & { readonly rows: MechanicEarnings[] | null };
const earningsAnswer = withLenientDecoder<EarningsAnswer, Wire<EarningsAnswer>>(
  success({ rows: maybe(allEarnings) }, { rows: 'data' }, 'success'),
  (value, path, report) => {
    if (value !== null && typeof value !== 'object') {
      report(path, 'is not an answer');
      return undefined;
    }
    const given = Array.isArray(value) ? value : (value as { data?: unknown } | null)?.data;
    return given === undefined || given === null ? { rows: null } : readRows(allEarnings, given, report);
  },
);

/** API-07 */
export const listMechanicEarnings = endpoint('listMechanicEarnings', 'GET /booking/earning/mechanic', {
  permission: 'payouts:read',
  readScope: 'read:payouts',
  summary:
    'Every mechanic with totals, all earnings and all payouts. Large response: use `/admin/payouts/summary` for totals.',
  answer: earningsAnswer,
});

const signedList = list(signedRupees);
const summaryColumns = {
  mechanicIds: list(recordId),
  names: list(maybe(text)),
  phones: list(maybe(phone)),
  netEarningPaise: signedList,
  paidOutPaise: signedList,
  pendingCommissionPaise: signedList,
  cashKeptPaise: signedList,
  /** Amounts reserved by payment requests, for mechanics that have any (TEAM-06, OWN-08). */
  reserved: list(wireObject({ mechanicId: recordId, amountPaise: rupees }, { amountPaise: 'amount' })),
  /** Unpaid amounts in payment runs, for mechanics that have any (BANK-01). */
  inTransit: list(wireObject({ mechanicId: recordId, amountPaise: rupees }, { amountPaise: 'amount' })),
};

/** Totals of every mechanic, a list for each column: that is small, and compresses to half of what records would. */
export type PayoutsSummary = DomainOf<typeof summaryColumns>;
const SUMMARY_SPELLINGS = {
  mechanicIds: 'mechanicId',
  names: 'name',
  phones: 'phone',
  netEarningPaise: 'totalNetEarning',
  paidOutPaise: 'totalPayout',
  pendingCommissionPaise: 'totalPendingCommission',
  cashKeptPaise: 'totalCashKept',
  inTransit: 'onItsWay',
} as const;
const summary = success(summaryColumns, SUMMARY_SPELLINGS);
/** Null without any column: that is no data at all, and not no one (PAYO-06). */
type SummaryAnswer = PayoutsSummary | null;
const summaryAnswer = withLenientDecoder<SummaryAnswer, Wire<SummaryAnswer>>(
  success(summaryColumns, SUMMARY_SPELLINGS) as Wire<SummaryAnswer>,
  (value, path, report) => {
    const given: object = typeof value === 'object' && value !== null ? value : {};
    const hasColumns = Object.values(SUMMARY_SPELLINGS).some((key) => key in given);
    return hasColumns ? decodeLeniently(summary, value, report, path) : null;
  },
);

export interface MechanicTotals extends Omit<MechanicEarnings, 'earnings' | 'payouts'> {
  /** How much of the balance is reserved for requested payments (TEAM-06, OWN-08); missing where nothing is. */
  readonly reservedPaise?: number;
  /** How much of it is in a payment run and not paid yet (BANK-01); missing where nothing is. */
  readonly inTransitPaise?: number;
}

/** The summary's columns as one record for each mechanic. */
export function totalsOf(summary: PayoutsSummary): MechanicTotals[] {
  const reserved = new Map(summary.reserved.map((each) => [each.mechanicId, each.amountPaise]));
  const inTransit = new Map(summary.inTransit.map((each) => [each.mechanicId, each.amountPaise]));
  return summary.mechanicIds.map((mechanicId, index) => {
    const reservedPaise = reserved.get(mechanicId);
    const inTransitPaise = inTransit.get(mechanicId);
    const netEarningPaise = summary.netEarningPaise[index] ?? 0;
    const paidOutPaise = summary.paidOutPaise[index] ?? 0;
    const pendingCommissionPaise = summary.pendingCommissionPaise[index] ?? 0;
    const cashKeptPaise = summary.cashKeptPaise[index] ?? 0;
    return {
      mechanicId,
      name: summary.names[index] ?? null,
      phone: summary.phones[index] ?? null,
      netEarningPaise,
      paidOutPaise,
      pendingCommissionPaise,
      cashKeptPaise,
      balancePaise: netEarningPaise - cashKeptPaise - pendingCommissionPaise - paidOutPaise,
      ...(reservedPaise === undefined ? {} : { reservedPaise }),
      ...(inTransitPaise === undefined ? {} : { inTransitPaise }),
    };
  });
}

/** API-07, API-17 */
export const summarizePayouts = endpoint('summarizePayouts', 'GET /admin/payouts/summary', {
  permission: 'payouts:read',
  readScope: 'read:payouts',
  summary: 'Totals of every mechanic, column by column: the same index is the same mechanic.',
  answer: summaryAnswer,
});

const owedFields = {
  mechanicId: recordId,
  name: maybe(text),
  phone: maybe(phone),
  ...totals,
  walletPaise: maybe(signedRupees),
};
/** The balance of a mechanic, shown before they are deleted (MECH-13). */
export type OwedToMechanic = DomainOf<typeof owedFields>;

/** MECH-13 */
export const getMechanicBalance = endpoint('getMechanicBalance', 'GET /admin/mechanics/{id}/balance', {
  permission: 'payouts:read',
  readScope: 'read:payouts',
  summary: 'What is owed to a mechanic, or by them: totals, balance and wallet.',
  params: recordInPath,
  answer: success(
    { record: wireObject(owedFields, { ...TOTALS_SPELLINGS, walletPaise: 'wallet' }) },
    { record: 'data' },
  ),
  errorCodes: [404],
});
