import { BOOKING_KINDS, BOOKING_STATUSES } from '@wayside/contract/filter-values';
import { type ListView, listUrl } from '../../list/list-url.ts';

/** The URL of the bookings: page, search, statuses, kind, days, one person, order, and the open booking (NAV-09). */
export const bookingsUrl = listUrl({
  list: 'bookings',
  filters: {
    status: { several: BOOKING_STATUSES },
    customer: 'record',
    mechanic: 'record',
    kind: BOOKING_KINDS,
    assigned: ['no'],
    waiting: ['long'],
  },
  ours: ['kind', 'assigned', 'waiting'],
  hasDays: true,
  sorts: ['-date', 'date'],
  details: 'booking',
});

export type BookingsView = ListView<'status' | 'customer' | 'mechanic' | 'kind' | 'assigned' | 'waiting'>;
