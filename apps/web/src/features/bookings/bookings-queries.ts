import { queryOptions } from '@tanstack/react-query';
import { BOOKING_STATUSES, type BookingStatus, listBookings } from '@wayside/contract/bookings';
import { listPayments } from '@wayside/contract/payments';
import { PAGE_SIZE } from '@wayside/contract/wire/paging';
import { call } from '../../lib/api.ts';
import { callPage } from '../../lib/call-page.ts';
import { type ListView, listUrl } from '../../list/list-url.ts';

/** The URL of the bookings: page, search, status, one person, and the open booking (NAV-09). */
export const bookingsUrl = listUrl({
  filters: { status: BOOKING_STATUSES, customer: 'id', mechanic: 'id' },
  details: 'booking',
});

export type BookingsView = ListView<'status' | 'customer' | 'mechanic'>;

/** A page of the bookings that match search and filters (API-03). */
export function bookingsQuery(view: BookingsView) {
  const query = {
    page: view.page,
    limit: PAGE_SIZE,
    status: view.status as BookingStatus | null,
    search: view.search.trim() || null,
    customerId: view.customer,
    mechanicId: view.mechanic,
  };
  return queryOptions({
    queryKey: ['bookings', query],
    queryFn: ({ signal }) => callPage(listBookings, query, signal),
  });
}

/** The first page of a booking's payments (BOOK-14). */
export function paymentsOfBookingQuery(bookingId: string) {
  const query = { page: 1, limit: PAGE_SIZE, status: null, search: null, bookingId, customerId: null };
  return queryOptions({
    queryKey: ['payments', query],
    queryFn: ({ signal }) => callPage(listPayments, query, signal),
  });
}

/** One booking by its id, for a shared URL whose page no longer holds it. */
export function bookingQuery(id: string) {
  return queryOptions({
    queryKey: ['booking', id],
    queryFn: async ({ signal }) => {
      const found = await call(listBookings, {
        query: { page: 1, limit: 1, status: null, search: id, customerId: null, mechanicId: null },
        signal,
      });
      return found.rows.find((booking) => booking.id === id) ?? null;
    },
  });
}
