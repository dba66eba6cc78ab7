import type { Booking } from '@wayside/contract/bookings';
import { BOOKING_KINDS, LONG_WAIT_MINUTES } from '@wayside/contract/filter-values';
import { BOOKING_LIST } from '@wayside/contract/lists';
import { shortId } from '../../lib/format.ts';
import { type FixedFilter, type ListFilter, type ListLabels, loadError } from '../../list/list-definition.ts';
import { listExport } from '../../list/list-queries.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { bookingsUrl } from '../../list/list-urls.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { BOOKING_COLUMNS, bookingCard } from './booking-columns.tsx';
import { kindLabel, STATUS_OPTIONS } from './booking-labels.ts';
import { bookings } from './bookings-queries.ts';

const BookingDetails = lazyPart(() => import('./booking-details.tsx'), 'BookingDetails');

const LABELS: ListLabels = {
  title: 'Bookings',
  subtitle: 'Every service and roadside booking',
  heading: 'All Bookings',
  noun: { one: 'booking', many: 'bookings' },
  search: 'Search by booking ID',
  searchHint: 'ID, phone, name, amount, transaction ID',
  empty: 'No bookings available',
  noMatch: 'No bookings found matching your criteria',
  error: loadError(
    'Error Loading Bookings',
    'Failed to fetch bookings',
    'Failed to load bookings. Please try again.',
  ),
};

/** The filters (BOOK-02, VIEW-03). */
const FILTERS: readonly ListFilter<'status' | 'kind' | 'assigned'>[] = [
  { key: 'status', label: 'Status', all: 'All Status', options: STATUS_OPTIONS },
  {
    key: 'kind',
    label: 'Type',
    all: 'All Types',
    options: BOOKING_KINDS.map((kind) => ({ value: kind, label: kindLabel(kind) })),
  },
  { key: 'assigned', label: 'Mechanic', all: 'Any Mechanic', options: [{ value: 'no', label: 'Unassigned' }] },
];

const FIXED_FILTERS: readonly FixedFilter<'customer' | 'mechanic' | 'waiting', Booking>[] = [
  { key: 'customer', label: 'Customer', nameIn: (booking) => booking.customer?.name },
  { key: 'mechanic', label: 'Mechanic', nameIn: (booking) => booking.mechanic?.name },
  { key: 'waiting', label: 'Waiting', value: `over ${LONG_WAIT_MINUTES} min` },
];

/** Bookings (BOOK-01 to BOOK-11). */
export function BookingsScreen() {
  return (
    <ListScreen
      url={bookingsUrl}
      query={bookings.query}
      counted={bookings.counted}
      labels={LABELS}
      exported={listExport(BOOKING_LIST, { call: (calls) => calls.exportBookings })}
      filters={FILTERS}
      fixedFilters={FIXED_FILTERS}
      days={{ label: 'Booked' }}
      selectable={{ list: 'bookings' }}
      columns={BOOKING_COLUMNS}
      card={bookingCard}
      actionsWidth="4.625rem"
      idOf={(booking: Booking) => booking.id}
      nameOf={(booking: Booking) => `booking ${shortId(booking.id)}`}
      details={(id, row, close) => <BookingDetails id={id} row={row} onClose={close} />}
    />
  );
}
