import type { Booking, BookingStatus } from '@wayside/contract/bookings';
import type { BOOKING_KINDS } from '@wayside/contract/filter-values';
import type { SortKey } from '@wayside/contract/wire/list-query';
import type { Page } from '@wayside/contract/wire/paging';
import type { ReaderContext } from '../../context.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import { dayRange, type ListFilters, type ListShape, sortedAmount } from '../../platform/db/list-shape.ts';
import { readPage } from '../../platform/db/read-page.ts';
import type { PageInput } from '../../platform/db/statement-page.ts';
import { readerMay } from '../../reader-may.ts';
import { bookingRecord } from '../../records/bookings.ts';

/** How bookings are listed. */
export const BOOKING_LIST: ListShape = {
  name: 'list-bookings',
  ...bookingRecord.select,
  orderBy: 'listed_at',
  counter: 'bookings',
  statusColumn: 'status',
  searchColumns: ['id'],
  callerSearch: {
    byIdPart: () => [],
    byAmount: (isWithin) => [
      `SELECT id FROM bookings WHERE record_state = 'full' AND ${isWithin('total_paise')}`,
      `SELECT booking_id FROM payments WHERE record_state = 'full' AND ${isWithin(sortedAmount('amount_paise'))}`,
    ],
  },
  flags: { is_unassigned: 'mechanic_id IS NULL' },
  combined: {
    counter: 'bookings by kind',
    status: 'booking_counter_key',
    columns: ['status', 'kind', 'is_unassigned'],
  },
};

const MINUTE_MS = 60_000;

/** Which bookings, in which order. */
export interface BookingFilters {
  /** Any of these; null for all. */
  readonly status: readonly BookingStatus[] | null;
  /** Any part of the id, in either case (BOOK-01), or what a caller says (BOOK-15). */
  readonly search: string | null;
  /** Only this customer's, only this mechanic's. */
  readonly customerId: string | null;
  readonly mechanicId: string | null;
  readonly kind: (typeof BOOKING_KINDS)[number] | null;
  /** Whether only those without a mechanic (VIEW-03). */
  readonly unassigned: boolean | null;
  /** Only those made at least so many minutes ago (WORK-01). */
  readonly waitingMinutes: number | null;
  /** Days of the business on which they were made, both included (VIEW-01). */
  readonly from: string | null;
  readonly to: string | null;
  /** Null for newest first (VIEW-02). */
  readonly sort: SortKey<'date'> | null;
}

export interface ListBookingsInput extends BookingFilters, PageInput {}

/** How the list reads the bookings under these filters. */
export function bookingsUnder(context: Pick<ReaderContext, 'now' | 'session'>, input: BookingFilters): ListFilters {
  const { status, search, customerId, mechanicId, kind, waitingMinutes, sort } = input;
  return {
    status,
    search: search || null,
    hidesTransactions: !readerMay(context, 'payouts:read'),
    fixedFilters: [
      ...(customerId === null ? [] : [{ column: 'customer_id', id: customerId }]),
      ...(mechanicId === null ? [] : [{ column: 'mechanic_id', id: mechanicId }]),
      ...(kind === null ? [] : [{ column: 'kind', id: kind }]),
    ],
    flags: input.unassigned ? ['is_unassigned'] : [],
    days: dayRange(input),
    before: waitingMinutes === null ? null : new Date(context.now().getTime() - waitingMinutes * MINUTE_MS),
    sort,
  };
}

/** A page of bookings with the total under the same filters; beyond the last page no rows (API-14). */
export const listBookings = (context: ReaderContext, input: ListBookingsInput): Promise<Page<Booking>> =>
  readPage(context.database, BOOKING_LIST, {
    ...bookingsUnder(context, input),
    page: input.page,
    limit: input.limit,
  });

/** How many bookings there are under each of the filters (VIEW-04). */
export const countBookings = (context: ReaderContext, views: readonly BookingFilters[]): Promise<number[]> =>
  countRows(
    context.database,
    BOOKING_LIST,
    views.map((view) => bookingsUnder(context, view)),
  );
