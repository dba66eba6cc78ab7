import { type Booking, chargesOf } from '@wayside/contract/bookings';
import type { CallContext } from '../../context.ts';
import { exportList } from '../../platform/exports/export-list.ts';
import {
  amountColumn,
  type ExportTable,
  numberColumn,
  textColumn,
  timestampColumn,
} from '../../platform/exports/export-table.ts';
import type { Marked } from '../../platform/exports/record-export.ts';
import { BOOKING_LIST, type BookingFilters, bookingsUnder } from './list-bookings.ts';

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

/** The bookings of the list as a table (VIEW-08). */
export const exportBookings = (
  context: CallContext,
  input: BookingFilters & Marked,
): Promise<ExportTable<Booking>> =>
  exportList(context, {
    name: 'bookings',
    columns: COLUMNS,
    shape: BOOKING_LIST,
    listed: bookingsUnder(context, input),
    asked: { ...input },
  });
