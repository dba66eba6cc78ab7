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
  /** The cash that the mechanic has received. External providers don't report it. */
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
 * The earnings of a mechanic and the payouts to them (PAYO-08): net earning − cash kept − pending commission − paid
 * out = balance. A positive balance is owed to the mechanic; a negative one is owed by the mechanic.
 */
export type MechanicEarnings = DomainOf<typeof mechanicFields>;
export const mechanicEarnings: Wire<MechanicEarnings> = wireObject(mechanicFields, TOTALS_SPELLINGS);

const allEarnings = list(mechanicEarnings);
/** Null rows mean that the response contains no data (PAYO-06). */
type EarningsResponse = Omit<ReadRows<MechanicEarnings>, 'rows'> & { readonly rows: MechanicEarnings[] | null };
const earningsResponse = withLenientDecoder<EarningsResponse, Wire<EarningsResponse>>(
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
  response: earningsResponse,
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
  /** Amounts reserved by payout requests, only for mechanics with a reserved amount (TEAM-06, OWN-08). */
  reserved: list(wireObject({ mechanicId: recordId, amountPaise: rupees }, { amountPaise: 'amount' })),
  /** Unpaid amounts in payment runs, only for mechanics with such an amount (BANK-01). */
  inTransit: list(wireObject({ mechanicId: recordId, amountPaise: rupees }, { amountPaise: 'amount' })),
};

/**
 * The totals of every mechanic, as one list per column. This format is small and compresses to half the size of a
 * list of records.
 */
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
/**
 * Null if the response has no columns: it then contains no data, which differs from an empty list of mechanics
 * (PAYO-06).
 */
type SummaryResponse = PayoutsSummary | null;
const summaryResponse = withLenientDecoder<SummaryResponse, Wire<SummaryResponse>>(
  success(summaryColumns, SUMMARY_SPELLINGS) as Wire<SummaryResponse>,
  (value, path, report) => {
    const given: object = typeof value === 'object' && value !== null ? value : {};
    const hasColumns = Object.values(SUMMARY_SPELLINGS).some((key) => key in given);
    return hasColumns ? decodeLeniently(summary, value, report, path) : null;
  },
);

export interface MechanicTotals extends Omit<MechanicEarnings, 'earnings' | 'payouts'> {
  /**
   * The part of the balance that is reserved for requested payouts (TEAM-06, OWN-08); missing if nothing is reserved.
   */
  readonly reservedPaise?: number;
  /** The part of the balance that is in a payment run and not paid yet (BANK-01); missing if there is none. */
  readonly inTransitPaise?: number;
}

/** Converts the summary's columns to one record for each mechanic. */
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
  response: summaryResponse,
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
  response: success(
    { record: wireObject(owedFields, { ...TOTALS_SPELLINGS, walletPaise: 'wallet' }) },
    { record: 'data' },
  ),
  errorCodes: [404],
});
