import type { Booking, BookingStatus } from '@wayside/contract/bookings';
import type { Page } from '@wayside/contract/wire/paging';
import type { AppContext } from '../../context.ts';
import type { ListShape } from '../../db/page-statement.ts';
import { readPage } from '../../db/read-page.ts';
import { bookingRecord } from '../../records/bookings.ts';

/** How bookings are listed. */
export const BOOKING_LIST: ListShape = {
  name: 'list-bookings',
  ...bookingRecord.select,
  orderBy: 'listed_at',
  counter: 'bookings',
  statusColumn: 'status',
  searchColumns: ['id'],
};

export interface ListBookingsInput {
  readonly page: number;
  readonly limit: number;
  readonly status: BookingStatus | 'all' | null;
  /** Any part of the id, in either case (BOOK-01). */
  readonly search: string | null;
  /** Only this customer's, only this mechanic's. */
  readonly customerId: string | null;
  readonly mechanicId: string | null;
}

/** A page of bookings, newest first, with the total under the same filters; beyond the last page no rows (API-14). */
export function listBookings({ database }: AppContext, input: ListBookingsInput): Promise<Page<Booking>> {
  const { page, limit, status, search, customerId, mechanicId } = input;
  return readPage(database, BOOKING_LIST, {
    page,
    limit,
    status: status === 'all' ? null : status,
    search: search || null,
    fixedFilters: [
      ...(customerId === null ? [] : [{ column: 'customer_id', id: customerId }]),
      ...(mechanicId === null ? [] : [{ column: 'mechanic_id', id: mechanicId }]),
    ],
  });
}
