import { MAX_REASON_LENGTH } from './payments-out.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { flag, instant, list, maybe, numeric, oneOf, openEnum, recordId, text } from './wire/fields.ts';
import { dayRangeKeys } from './wire/list-endpoints.ts';
import { bookableRupees, signedRupees } from './wire/money.ts';
import { type Page, pagedResponse, pageLimit, pageNumber } from './wire/paging.ts';
import { recordInPath, requiredName, requiredNote } from './wire/request-fields.ts';
import { sentenceFields } from './wire/sentence-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('payouts');

/**
 * The kinds of ledger entries: money earned, money paid to the mechanic, a manual adjustment, the mechanic's share of
 * a refund or lost dispute, the part of the earning that the mechanic keeps after a refund, and the reversal of an
 * earlier entry.
 */
export const ENTRY_KINDS = ['earning', 'payout', 'adjustment', 'refund', 'compensation', 'reversal'] as const;

const fields = {
  id: text,
  kind: openEnum(ENTRY_KINDS),
  mechanicId: recordId,
  mechanicName: maybe(text),
  bookingId: maybe(recordId),
  paymentId: maybe(recordId),
  /** Only for a payout or the reversal of one. */
  transactionId: maybe(text),
  method: maybe(text),
  /** When the money moved; null if unknown. */
  occurredAt: maybe(instant),
  recordedAt: instant,
  /**
   * The start of the day to which the entry is booked, if the day on which it would otherwise be booked was already
   * closed when it was appended (CLOS-01).
   */
  bookedAt: maybe(instant),
  grossPaise: signedRupees,
  commissionPaise: signedRupees,
  platformFeePaise: signedRupees,
  netPaise: signedRupees,
  paidOutPaise: signedRupees,
  /** The change of the balance; negative for cash and payouts. */
  balancePaise: signedRupees,
  /** The commission rate that applied to the entry, in percent; null if an import provided the amounts. */
  commissionPercent: maybe(numeric),
  /** Whether an import provided the amounts (IMPO-05). */
  isStated: flag,
  /** Only for an adjustment or a voided payout: who made or voided it, and why (PAYO-11). */
  madeBy: maybe(text),
  reason: maybe(text),
  /** Whether the entry is a voided payout or the reversal of one. */
  isVoided: flag,
};

/** A ledger entry (PAYO-07, PAYO-08). A reversal has the amounts of the reversed entry with the opposite sign. */
export type LedgerEntry = DomainOf<typeof fields>;

export const ledgerEntry: Wire<LedgerEntry> = wireObject(fields, {
  grossPaise: 'gross',
  commissionPaise: 'commission',
  platformFeePaise: 'platformFee',
  netPaise: 'net',
  paidOutPaise: 'paidOut',
  balancePaise: 'balance',
});

/** The sums of ledger entries that cards and balances show. */
export const LEDGER_SUMS = ['earned', 'cashKept', 'pendingCommission', 'paidOut', 'balance'] as const;
export type LedgerSum = (typeof LEDGER_SUMS)[number];

/** A page of the entries behind a sum. */
export interface ExplainedSum extends Page<LedgerEntry> {
  /** The sum of all entries, including those on other pages. */
  readonly sumPaise: number;
}

/** The amount that an entry adds to each sum, in paise. */
export const contribution: Readonly<Record<LedgerSum, (entry: LedgerEntry) => number>> = {
  earned: (entry) => entry.netPaise,
  cashKept: (entry) => entry.netPaise,
  pendingCommission: (entry) => entry.commissionPaise + entry.platformFeePaise,
  paidOut: (entry) => entry.paidOutPaise,
  balance: (entry) => entry.balancePaise,
};

/** API-17 */
export const listLedger = endpoint('listLedger', 'GET /admin/ledger', {
  permission: 'payouts:read',
  readScope: 'read:payouts',
  summary:
    'The ledger entries behind a sum, newest first, with that sum: of all mechanics, or of one with `mechanic`.',
  query: wireObject(
    { page: pageNumber, limit: pageLimit, sum: oneOf(LEDGER_SUMS), mechanicId: maybe(recordId) },
    { mechanicId: 'mechanic' },
  ),
  response: success(
    { rows: list(ledgerEntry), total: numeric, pageCount: numeric, page: numeric, sumPaise: signedRupees },
    { rows: 'data', pageCount: 'totalPages', page: 'currentPage', sumPaise: 'sum' },
  ),
});

/** API-17, PAYO-04 */
export const listEarningsOfMechanic = endpoint('listEarningsOfMechanic', 'GET /admin/mechanics/{id}/earnings', {
  permission: 'payouts:read',
  readScope: 'read:payouts',
  summary: 'A page of one mechanic’s earnings, newest first; `limit` up to 100.',
  params: recordInPath,
  query: wireObject({ page: pageNumber, limit: pageLimit }),
  response: pagedResponse(ledgerEntry),
  errorCodes: [404],
});

/** API-17, PAYO-04 */
export const listPayoutsOfMechanic = endpoint('listPayoutsOfMechanic', 'GET /admin/mechanics/{id}/payouts', {
  permission: 'payouts:read',
  readScope: 'read:payouts',
  summary: 'A page of the payouts to one mechanic, newest first.',
  params: recordInPath,
  query: wireObject({ page: pageNumber, limit: pageLimit }),
  response: pagedResponse(ledgerEntry),
  errorCodes: [404],
});

const lineFields = {
  entry: ledgerEntry,
  /**
   * The timestamp that determines the day in the books: the entry's own timestamp, or the start of a later day
   * (CLOS-01).
   */
  bookedAt: instant,
  /** The entry's own business day, if it differs from the day in the books: "2026-10-30". */
  aboutDay: maybe(text),
  balancePaise: signedRupees,
};
/** A line of a mechanic's statement, made from a ledger entry. */
export type StatementLine = DomainOf<typeof lineFields>;
const statementLine: Wire<StatementLine> = wireObject(lineFields, { balancePaise: 'balance' });

/** CLOS-02 */
export const getStatement = endpoint('getStatement', 'GET /admin/mechanics/{id}/statement', {
  permission: 'payouts:read',
  readScope: 'read:payouts',
  summary:
    'A page of the statement of one mechanic for the days `from` to `to`, both included and either open: the balance before them, the entries in the order of the books, oldest first, each with the balance after it, and the balance after them all.',
  params: recordInPath,
  query: wireObject({ page: pageNumber, limit: pageLimit, ...dayRangeKeys }),
  response: success(
    {
      openingPaise: signedRupees,
      closingPaise: signedRupees,
      rows: list(statementLine),
      total: numeric,
      pageCount: numeric,
      page: numeric,
    },
    {
      openingPaise: 'opening',
      closingPaise: 'closing',
      rows: 'data',
      pageCount: 'totalPages',
      page: 'currentPage',
    },
  ),
  errorCodes: [404],
});

const MAX_KEY_LENGTH = 100;

/** PAYO-11 */
export const adjustBalance = endpoint('adjustBalance', 'POST /admin/mechanics/{id}/adjustments', {
  permission: 'money:move',
  needsProof: true,
  summary:
    'Adds `amount` to the balance of a mechanic; a negative amount is a debit. The client generates `key`: repeating the same request returns the first response; other content returns 409. 403 above the role’s limit.',
  params: recordInPath,
  body: wireObject(
    { amountPaise: bookableRupees, reason: requiredNote(MAX_REASON_LENGTH), key: requiredName(MAX_KEY_LENGTH) },
    { amountPaise: 'amount' },
  ),
  response: success({ ...sentenceFields, adjustmentId: recordId }, { adjustmentId: 'adjustment' }),
  errorCodes: [404, 409],
});
