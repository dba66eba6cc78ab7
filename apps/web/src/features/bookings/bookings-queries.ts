import { queryOptions } from '@tanstack/react-query';
import { LONG_WAIT_MINUTES } from '@wayside/contract/attention';
import { ANY_BOOKING, type BookingStatus, countBookings, listBookings } from '@wayside/contract/bookings';
import type { BOOKING_KINDS } from '@wayside/contract/filter-values';
import { ANY_PAYMENT, listPayments } from '@wayside/contract/payments';
import type { SortKey } from '@wayside/contract/wire/list-query';
import { PAGE_SIZE } from '@wayside/contract/wire/page-size';
import { call } from '../../lib/api.ts';
import { callPage } from '../../lib/call-page.ts';
import { BOOKING_KEYS, PAYMENT_KEYS } from '../../lib/record-keys.ts';
import { severalIn } from '../../list/list-url.ts';
import { daysOf } from '../../list/periods.ts';
import { countsQuery } from '../../list/view-counts.ts';
import type { BookingsView } from './bookings-url.ts';

/** The filters of the address as the list and its export take them. */
export function bookingFiltersOf(view: BookingsView) {
  return {
    status: severalIn<BookingStatus>(view.status),
    search: view.search.trim() || null,
    customerId: view.customer,
    mechanicId: view.mechanic,
    kind: view.kind as (typeof BOOKING_KINDS)[number] | null,
    unassigned: view.assigned === 'no' || null,
    waitingMinutes: view.waiting === null ? null : LONG_WAIT_MINUTES,
    ...daysOf(view),
    sort: view.sort as SortKey<'date'> | null,
  };
}

/** A page of the bookings that match search and filters (API-03). */
export function bookingsQuery(view: BookingsView) {
  const query = { page: view.page, limit: view.rows, ...bookingFiltersOf(view) };
  return queryOptions({
    queryKey: [BOOKING_KEYS.list, query],
    queryFn: ({ signal }) => callPage(listBookings, query, signal),
  });
}

/** The numbers of rows of several views (VIEW-04). */
export const bookingCountsQuery = (views: readonly BookingsView[]) =>
  countsQuery(BOOKING_KEYS.list, countBookings, views.map(bookingFiltersOf));

/** The first page of a booking's payments (BOOK-14). */
export function paymentsOfBookingQuery(bookingId: string) {
  const query = { ...ANY_PAYMENT, page: 1, limit: PAGE_SIZE, bookingId };
  return queryOptions({
    queryKey: [PAYMENT_KEYS.list, query],
    queryFn: ({ signal }) => callPage(listPayments, query, signal),
  });
}

/** One booking by its id, for a shared URL whose page no longer holds it. */
export function bookingQuery(id: string) {
  return queryOptions({
    queryKey: [BOOKING_KEYS.one, id],
    queryFn: async ({ signal }) => {
      const found = await call(listBookings, {
        query: { ...ANY_BOOKING, page: 1, limit: 1, search: id },
        signal,
      });
      return found.rows.find((booking) => booking.id === id) ?? null;
    },
  });
}
