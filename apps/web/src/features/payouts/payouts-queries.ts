import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type EarnedRow,
  listMechanicEarnings,
  type MechanicTotals,
  type PaidRow,
  summarizePayouts,
  totalsOf,
} from '@wayside/contract/payouts-earnings';
import { listPendingErasures } from '@wayside/contract/payouts-erasures';
import { matchesText, phoneIncludes, toSearchNumbers } from '@wayside/contract/wire/fold-text';
import { PAGE_SIZE } from '@wayside/contract/wire/page-size';
import type { Page, ReadRows } from '@wayside/contract/wire/paging';
import { t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { isOwnServer } from '../../lib/config.ts';
import { formatExactRupees } from '../../lib/format.ts';
import { BALANCE_KEYS } from '../../lib/record-keys.ts';
import { type ListView, pageOfRows } from '../../list/list-url.ts';
import type { BALANCE_STATUSES, PayoutSort } from './payouts-url.ts';

/** A mechanic with totals, and with complete histories if the provider sends them. */
export interface Payee extends MechanicTotals {
  readonly earnings?: readonly EarnedRow[];
  readonly payouts?: readonly PaidRow[];
}

export type BalanceStatus = (typeof BALANCE_STATUSES)[number];

/** Returns the error for a response without data (PAYO-06). */
const missingDataError = () =>
  new ApiError('No data', { kind: 'rejected', serverMessage: t('No data received from server') });

/** Query of the totals of all mechanics. External providers send complete histories (API-07). */
export const payoutsQuery = queryOptions({
  queryKey: [BALANCE_KEYS.all],
  queryFn: async ({ signal }): Promise<ReadRows<Payee>> => {
    if (isOwnServer()) {
      const summary = await call(summarizePayouts, { signal });
      if (summary === null) throw missingDataError();
      return { rows: totalsOf(summary) };
    }
    const { rows, ...read } = await call(listMechanicEarnings, { signal });
    if (rows === null) throw missingDataError();
    return { rows, ...read };
  },
});

/**
 * Returns the payable amount: the balance minus the reserved amount and the amount in payment runs (TEAM-06, OWN-08).
 */
export const payablePaise = ({
  balancePaise,
  reservedPaise = 0,
  inTransitPaise = 0,
}: Pick<Payee, 'balancePaise' | 'reservedPaise' | 'inTransitPaise'>): number =>
  (balancePaise ?? 0) - reservedPaise - inTransitPaise;

/** Returns the part of a balance that cannot be paid, such as "₹5,000 is in transit"; null if there is none. */
export function unavailableAmountText({
  reservedPaise = 0,
  inTransitPaise = 0,
}: Pick<Payee, 'reservedPaise' | 'inTransitPaise'>) {
  const parts = [
    reservedPaise > 0 && t('{amount} is reserved', { amount: formatExactRupees(reservedPaise) }),
    inTransitPaise > 0 && t('{amount} is in transit', { amount: formatExactRupees(inTransitPaise) }),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : null;
}

export function balanceStatusOf({ balancePaise }: Pick<Payee, 'balancePaise'>): BalanceStatus {
  const balance = balancePaise ?? 0;
  if (balance > 0) return 'available';
  return balance < 0 ? 'negative' : 'zero';
}

type Comparator = (one: Payee, other: Payee) => number;

const compareAmounts =
  (read: (payee: Payee) => number | null): Comparator =>
  (one, other) =>
    (read(one) ?? 0) - (read(other) ?? 0);

const alphabet = new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' });
const compareTexts =
  (read: (payee: Payee) => string | null): Comparator =>
  (one, other) =>
    alphabet.compare(read(one) ?? '', read(other) ?? '');

const COMPARATORS: Readonly<Record<PayoutSort, Comparator>> = {
  balance: compareAmounts(({ balancePaise }) => balancePaise),
  earned: compareAmounts(({ netEarningPaise }) => netEarningPaise),
  paid: compareAmounts(({ paidOutPaise }) => paidOutPaise),
  commission: compareAmounts(({ pendingCommissionPaise }) => pendingCommissionPaise),
  name: compareTexts(({ name }) => name),
  phone: compareTexts(({ phone }) => phone),
  status: compareTexts(balanceStatusOf),
};

/** Returns the mechanics that match the search and the balance filter (PAYO-02). */
export function matchingPayees(payees: readonly Payee[], view: ListView<'balance'>): Payee[] {
  const numbers = toSearchNumbers(view.search);
  return payees.filter(
    (payee) =>
      (view.balance === null || balanceStatusOf(payee) === view.balance) &&
      (matchesText([payee.name, payee.mechanicId], view.search) ||
        numbers.some((digits) => phoneIncludes(payee.phone, digits))),
  );
}

function pageOf({ rows: payees, unreadable = 0 }: ReadRows<Payee>, view: ListView<'balance'>): Page<Payee> {
  const found = matchingPayees(payees, view);
  const sort = view.sort ?? '-balance';
  const compare = COMPARATORS[sort.replace('-', '') as PayoutSort];
  found.sort((one, other) => (sort.startsWith('-') ? compare(other, one) : compare(one, other)));
  return { ...pageOfRows(found, view), unreadable };
}

export const payoutCountsQuery = (views: readonly ListView<'balance'>[]) =>
  queryOptions({
    ...payoutsQuery,
    select: (payees: ReadRows<Payee>) => views.map((view) => pageOf(payees, view).total),
  });

/** Query of a page of the matching mechanics. The web app filters and paginates (PAYO-02). */
export function shownPayoutsQuery(view: ListView<'balance'>) {
  return queryOptions({ ...payoutsQuery, select: (payees: ReadRows<Payee>) => pageOf(payees, view) });
}

export const ERASURE_KEYS = { list: BALANCE_KEYS.erasures, one: 'pending-erasure' } as const;

/** Query of the erased people with a balance or wallet other than 0 (PRIV-06). */
export function erasuresQuery(page: number) {
  const query = { page, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: [ERASURE_KEYS.list, query],
    queryFn: ({ signal }) => call(listPendingErasures, { query, signal }),
    placeholderData: keepPreviousData,
  });
}
