import * as lists from '@wayside/contract/lists';
import type { ListName } from '@wayside/contract/preferences';
import type { AddressKeysOf, ListDefinition } from '@wayside/contract/wire/list-definition';
import { type FilterValues, type ListUrl, type ListView, listUrl } from './list-url.ts';

/** The URL keys of a contract list that are not in its definition. */

interface Shown<D extends string> {
  /** The URL key that contains the id of the open record. */
  readonly details?: D;
  readonly others?: readonly D[];
  readonly tabs?: readonly string[];
}

/** The view of a list of the contract. */
export type ViewOf<L> = ListView<AddressKeysOf<L>>;

/**
 * Returns the URL state of a list: page, search, filters, dates, sort order and open record (NAV-09, VIEW-01 to
 * VIEW-04).
 */
function addressOf<L extends ListDefinition<ListName>, const D extends string = never>(
  definition: L,
  shown: Shown<D> = {},
): ListUrl<AddressKeysOf<L>, D> {
  const filters: Record<string, FilterValues> = {};
  const ours: string[] = [];
  for (const [key, { type, values, address, set, isOwnServerOnly }] of Object.entries(definition.filters)) {
    const name: string = address ?? key;
    if (isOwnServerOnly) ours.push(name);
    if (set !== null) filters[name] = [set.spelling];
    else if (type === 'several') filters[name] = { several: values };
    else if (type === 'one') filters[name] = values;
    else filters[name] = type === 'record' ? 'record' : 'id';
  }
  return listUrl({
    list: definition.name,
    filters: filters as { [K in AddressKeysOf<L>]: FilterValues },
    ours: ours as AddressKeysOf<L>[],
    hasDays: definition.hasDays,
    sorts: definition.orders.flatMap((name) => [`-${name}`, name]),
    ...shown,
  });
}

export const bookingsUrl = addressOf(lists.BOOKING_LIST, { details: 'booking' });
export const usersUrl = addressOf(lists.USER_LIST, {
  details: 'user',
  tabs: ['overview', 'bookings', 'payments', 'notes', 'activity'],
});
/** `review` contains the id of the mechanic whose application is under review. */
export const mechanicsUrl = addressOf(lists.MECHANIC_LIST, {
  details: 'mechanic',
  others: ['review'],
  tabs: ['overview', 'bookings', 'earnings', 'payouts', 'notes', 'activity'],
});
export const paymentsUrl = addressOf(lists.PAYMENT_LIST, { details: 'payment' });
export const refundsUrl = addressOf(lists.REFUND_LIST, { details: 'refund' });
export const paymentsOutUrl = addressOf(lists.PAYMENT_OUT_LIST, { details: 'payment' });
export const runsUrl = addressOf(lists.RUN_LIST, { details: 'run' });
export const approvalsUrl = addressOf(lists.APPROVAL_LIST, { details: 'approval' });
export const settlementLinesUrl = addressOf(lists.SETTLEMENT_LINE_LIST, { details: 'line' });
export const settlementFilesUrl = addressOf(lists.SETTLEMENT_FILE_LIST, { details: 'report' });
export const settlementsUrl = addressOf(lists.SETTLEMENT_LIST);
export const notificationsUrl = addressOf(lists.NOTIFICATION_LIST);
export const activityUrl = addressOf(lists.ACTIVITY_LIST, { details: 'row' });
