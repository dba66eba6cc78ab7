import { PAYMENT_METHODS, PAYMENT_STATUSES } from '@wayside/contract/filter-values';
import { type ListView, listUrl } from '../../list/list-url.ts';

/** The URL of the payments: page, search, statuses, method, days, one booking or customer, order, and the open payment (NAV-09, BOOK-14). */
export const paymentsUrl = listUrl({
  list: 'payments',
  filters: {
    status: { several: PAYMENT_STATUSES },
    method: PAYMENT_METHODS,
    booking: 'record',
    customer: 'record',
    disagreeing: ['yes'],
  },
  ours: ['disagreeing'],
  hasDays: true,
  sorts: ['-date', 'date', '-amount', 'amount'],
  details: 'payment',
});

export type PaymentsView = ListView<'status' | 'method' | 'booking' | 'customer' | 'disagreeing'>;
