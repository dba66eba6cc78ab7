import { queryOptions } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { type Booking, listBookings } from '@wayside/contract/bookings';
import { BOOKING_LIST, PAYMENT_LIST } from '@wayside/contract/lists';
import { listPayments, type Payment } from '@wayside/contract/payments';
import { PAGE_SIZE } from '@wayside/contract/wire/page-size';
import { callPage } from '../../lib/call-page.ts';
import { formatColumnRupees, formatDate, formatDateTime, shortId } from '../../lib/format.ts';
import { BOOKING_KEYS, PAYMENT_KEYS } from '../../lib/record-keys.ts';
import { PagedTable } from '../../list/paged-table.tsx';
import { BookingId, PaymentLink } from '../../list/record-links.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import type { SmallColumn } from '../../ui/small-table.tsx';
import { PHONE, useMediaQuery } from '../../ui/use-media-query.ts';
import { serviceSummary, statusLabel } from '../bookings/booking-labels.ts';
import { methodLabel, paymentTimestamp, shortPaymentId } from '../payments/payment-labels.ts';
import { PaymentStatus } from '../payments/payment-status.tsx';

/** The person whose records a tab lists. */
export interface RecordOwner {
  readonly kind: 'customer' | 'mechanic';
  readonly id: string;
}

const bookingLink: SmallColumn<Booking> = {
  header: 'Booking',
  cell: ({ id }) => (
    <Link to="/bookings" search={{ booking: id }} className="link numeric">
      #{shortId(id)}
    </Link>
  ),
};
const bookingStatus: SmallColumn<Booking> = {
  header: 'Status',
  cell: ({ status }) => <StatusBadge {...statusLabel(status)} />,
};
const bookingTotal: SmallColumn<Booking> = {
  header: 'Total',
  align: 'end',
  cell: ({ amounts }) => formatColumnRupees(amounts?.totalPaise),
};
const BOOKING_COLUMNS: readonly SmallColumn<Booking>[] = [
  bookingLink,
  {
    header: 'Service',
    cell: (booking) => (
      <span className="block max-w-72 truncate" data-tip={serviceSummary(booking)}>
        {serviceSummary(booking)}
      </span>
    ),
  },
  { header: 'Created', cell: ({ createdAt }) => formatDateTime(createdAt) },
  bookingStatus,
  bookingTotal,
];
const NARROW_BOOKING_COLUMNS: readonly SmallColumn<Booking>[] = [
  bookingLink,
  { header: 'Created', cell: ({ createdAt }) => formatDate(createdAt) },
  bookingStatus,
  { ...bookingTotal, isPinned: true },
];

const paymentLink: SmallColumn<Payment> = {
  header: 'Payment',
  cell: ({ id }) => <PaymentLink id={id}>{shortPaymentId(id)}</PaymentLink>,
};
const paymentStatus: SmallColumn<Payment> = { header: 'Status', cell: PaymentStatus };
const paymentAmount: SmallColumn<Payment> = {
  header: 'Amount',
  align: 'end',
  cell: ({ amountPaise }) => formatColumnRupees(amountPaise),
};
const PAYMENT_COLUMNS: readonly SmallColumn<Payment>[] = [
  paymentLink,
  { header: 'Booking', cell: ({ booking }) => <BookingId id={booking?.id ?? null} /> },
  { header: 'Method', cell: ({ method }) => methodLabel(method) },
  { header: 'Date', cell: (payment) => formatDateTime(paymentTimestamp(payment)) },
  paymentStatus,
  paymentAmount,
];
const NARROW_PAYMENT_COLUMNS: readonly SmallColumn<Payment>[] = [
  paymentLink,
  { header: 'Date', cell: (payment) => formatDate(paymentTimestamp(payment)) },
  paymentStatus,
  { ...paymentAmount, isPinned: true },
];

const ownerOf = ({ kind, id }: RecordOwner) => ({
  customerId: kind === 'customer' ? id : null,
  mechanicId: kind === 'mechanic' ? id : null,
});

/** A page of a person's bookings. */
function bookingsOf(owner: RecordOwner, page: number, limit: number = PAGE_SIZE) {
  const query = { ...BOOKING_LIST.none, ...ownerOf(owner), page, limit };
  return queryOptions({
    queryKey: [BOOKING_KEYS.list, query],
    queryFn: ({ signal }) => callPage(listBookings, query, signal),
  });
}

/** A page of a customer's payments. */
function paymentsOf(customerId: string, page: number, limit: number = PAGE_SIZE) {
  const query = { ...PAYMENT_LIST.none, customerId, page, limit };
  return queryOptions({
    queryKey: [PAYMENT_KEYS.list, query],
    queryFn: ({ signal }) => callPage(listPayments, query, signal),
  });
}

/** The bookings of a customer or mechanic (PEOP-01). */
export function PersonBookings(owner: RecordOwner) {
  const link = linkOptions({ to: '/bookings', search: { [owner.kind]: owner.id } });
  return (
    <PagedTable
      title="Bookings"
      columns={useMediaQuery(PHONE) ? NARROW_BOOKING_COLUMNS : BOOKING_COLUMNS}
      query={(page, limit) => bookingsOf(owner, page, limit)}
      empty="There is no booking yet."
      failed="Failed to load bookings. Please try again."
      action={
        <Link {...link} className="link">
          Open in Bookings
        </Link>
      }
    />
  );
}

/** The payments of a customer (PEOP-01). */
export function CustomerPayments({ id }: { id: string }) {
  return (
    <PagedTable
      title="Payments"
      columns={useMediaQuery(PHONE) ? NARROW_PAYMENT_COLUMNS : PAYMENT_COLUMNS}
      query={(page, limit) => paymentsOf(id, page, limit)}
      empty="There is no payment yet."
      failed="Error fetching payments"
      action={
        <Link to="/payments" search={{ customer: id }} className="link">
          Open in Payments
        </Link>
      }
    />
  );
}
