import { queryOptions } from '@tanstack/react-query';
import { countBookings, getPlace, listBookings } from '@wayside/contract/bookings';
import { BOOKING_LIST, PAYMENT_LIST } from '@wayside/contract/lists';
import { listPayments } from '@wayside/contract/payments';
import type { GeoPoint } from '@wayside/contract/wire/geo-point';
import { PAGE_SIZE } from '@wayside/contract/wire/page-size';
import { call } from '../../lib/api.ts';
import { callPage } from '../../lib/call-page.ts';
import { BOOKING_KEYS, PAYMENT_KEYS } from '../../lib/record-keys.ts';
import { listQueries } from '../../list/list-queries.ts';

export const bookings = listQueries(BOOKING_LIST, {
  key: BOOKING_KEYS.list,
  list: listBookings,
  count: countBookings,
});

export function paymentsOfBookingQuery(bookingId: string) {
  const query = { ...PAYMENT_LIST.none, page: 1, limit: PAGE_SIZE, bookingId };
  return queryOptions({
    queryKey: [PAYMENT_KEYS.list, query],
    queryFn: ({ signal }) => callPage(listPayments, query, signal),
  });
}

/** Query of one booking by its id, for a shared URL to a page that no longer contains it. */
export function bookingQuery(id: string) {
  return queryOptions({
    queryKey: [BOOKING_KEYS.one, id],
    queryFn: async ({ signal }) => {
      const found = await call(listBookings, {
        query: { ...BOOKING_LIST.none, page: 1, limit: 1, search: id },
        signal,
      });
      return found.rows.find((booking) => booking.id === id) ?? null;
    },
  });
}

/** Query of the place name at a booking's location; null if unknown (DESK-02). */
export const placeQuery = (location: GeoPoint | null) =>
  queryOptions({
    queryKey: ['place', location],
    queryFn: async ({ signal }) => location && (await call(getPlace, { query: location, signal })).place,
    // The name of a place does not change.
    staleTime: Number.POSITIVE_INFINITY,
  });
