import { type Booking, chargesOf } from '@wayside/contract/bookings';
import { BOOKING_LIST } from '@wayside/contract/lists';
import { type ListShape, sortedAmountSql } from '../../platform/db/list-shape.ts';
import { MAX_FOUND } from '../../platform/db/search-condition.ts';
import { amountColumn, numberColumn, textColumn, timestampColumn } from '../../platform/exports/export-table.ts';
import { definedList } from '../../platform/lists/defined-list.ts';
import { placeName } from '../../platform/places/gazetteer.ts';
import { bookingRecord } from '../../records/bookings.ts';

/** The statement parts of the list of bookings. */
export const BOOKING_SHAPE: ListShape = {
  name: 'list-bookings',
  ...bookingRecord.select,
  orderBy: 'listed_at',
  counter: 'bookings',
  statusColumn: 'status',
  searchColumns: ['id'],
  callerSearch: {
    byIdPart: () => [],
    byAmount: (isWithin, among) => [
      isWithin('total_paise'),
      among(
        'bookings.id',
        `SELECT booking_id AS id FROM payments WHERE record_state = 'full' AND ${isWithin(sortedAmountSql('amount_paise'))}`,
        MAX_FOUND,
      ),
    ],
  },
  flags: { is_unassigned: 'mechanic_id IS NULL' },
  combined: {
    counter: 'bookings by kind',
    status: 'booking_counter_key',
    columns: ['status', 'kind', 'is_unassigned'],
  },
};

const text = textColumn<Booking>;
const amount = amountColumn<Booking>;

const COLUMNS = [
  text('Booking ID', ({ id }) => id),
  text('Type', ({ kind }) => kind),
  text('Status', ({ status }) => status),
  text('Payment status', ({ paymentStatus }) => paymentStatus),
  timestampColumn<Booking>('Created', ({ createdAt }) => createdAt),
  timestampColumn<Booking>('Scheduled', ({ scheduledAt }) => scheduledAt),
  text('Customer ID', ({ customer }) => customer?.id),
  text('Customer', ({ customer }) => customer?.name),
  text('Customer phone', ({ customer }) => customer?.phone),
  text('Mechanic ID', ({ mechanic }) => mechanic?.id),
  text('Mechanic', ({ mechanic }) => mechanic?.name),
  text('Mechanic phone', ({ mechanic }) => mechanic?.phone),
  text('Services', ({ services }) => services.map(({ name }) => name ?? '').join(', ')),
  text('Problem', ({ problem }) => problem),
  text('Place', ({ location }) => location && placeName(location)),
  numberColumn<Booking>('Latitude', ({ location }) => location?.latitude ?? null),
  numberColumn<Booking>('Longitude', ({ location }) => location?.longitude ?? null),
  numberColumn<Booking>('Rating', ({ rating }) => rating || null),
  amount('Total', ({ amounts }) => amounts?.totalPaise),
  amount('Discount', ({ amounts }) => amounts?.discountPaise),
  amount('Paid', ({ amounts }) => amounts?.paidPaise),
  amount('Due', ({ amounts }) => amounts?.duePaise),
  amount('Platform fee', (booking) => chargesOf(booking)?.platformFeePaise),
  amount('Mechanic charge', (booking) => chargesOf(booking)?.mechanicChargePaise),
  amount('Service cost', (booking) => chargesOf(booking)?.serviceCostPaise),
  amount('Price per km', (booking) => chargesOf(booking)?.pricePerKmPaise),
  amount('Additional service cost', (booking) => chargesOf(booking)?.additionalServiceCostPaise),
];

/** List, counts and export of bookings (API-03, BOOK-01 to BOOK-03, BOOK-15, VIEW-08). */
export const bookingList = definedList<Booking, typeof BOOKING_LIST>({
  definition: BOOKING_LIST,
  shape: BOOKING_SHAPE,
  filters: {
    status: 'status',
    customerId: { column: 'customer_id' },
    mechanicId: { column: 'mechanic_id' },
    kind: { column: 'kind' },
    unassigned: { flag: 'is_unassigned' },
    waitingMinutes: 'age',
  },
  columns: COLUMNS,
});
