import { queryOptions } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { type Booking, listBookings } from '@wayside/contract/bookings';
import { BOOKING_LIST, PAYMENT_LIST } from '@wayside/contract/lists';
import { listPayments, type Payment } from '@wayside/contract/payments';
import { PAGE_SIZE } from '@wayside/contract/wire/page-size';
import { msg, t } from '../../languages/text.ts';
import { callPage } from '../../lib/call-page.ts';
import { isOwnServer } from '../../lib/config.ts';
import { formatDateTime, formatExactRupees, shortId } from '../../lib/format.ts';
import { BOOKING_KEYS, PAYMENT_KEYS } from '../../lib/record-keys.ts';
import { BookingId, PaymentLink } from '../../list/list-columns.tsx';
import { PagedTable } from '../../list/paged-table.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import type { SmallColumn } from '../../ui/small-table.tsx';
import { serviceSummary, statusLabel } from '../bookings/booking-labels.ts';
import { methodLabel, PaymentStatus, paymentTimestamp, shortPaymentId } from '../payments/payment-labels.tsx';
import { earningsQuery, payoutsOfMechanicQuery } from '../payouts/ledger-queries.ts';
import { EARNED_COLUMNS, PAID_COLUMNS } from '../payouts/payout-columns.tsx';

interface RecordOwner {
  readonly kind: 'customer' | 'mechanic';
  readonly id: string;
}

const BOOKING_COLUMNS: readonly SmallColumn<Booking>[] = [
  {
    header: msg('Booking'),
    cell: ({ id }) => (
      <Link to="/bookings" search={{ booking: id }} className="link numeric">
        #{shortId(id)}
      </Link>
    ),
  },
  {
    header: msg('Service'),
    cell: (booking) => (
      <span className="line-clamp-2 max-w-72 whitespace-normal wrap-anywhere" data-tip={serviceSummary(booking)}>
        {serviceSummary(booking)}
      </span>
    ),
  },
  { header: msg('Created'), cell: ({ createdAt }) => formatDateTime(createdAt) },
  { header: msg('Status'), cell: ({ status }) => <StatusBadge {...statusLabel(status)} /> },
  { header: msg('Total'), align: 'end', cell: ({ amounts }) => formatExactRupees(amounts?.totalPaise) },
];

const PAYMENT_COLUMNS: readonly SmallColumn<Payment>[] = [
  { header: msg('Payment'), cell: ({ id }) => <PaymentLink id={id}>{shortPaymentId(id)}</PaymentLink> },
  { header: msg('Booking'), cell: ({ booking }) => <BookingId id={booking?.id ?? null} /> },
  { header: msg('Method'), cell: ({ method }) => methodLabel(method) },
  { header: msg('Date'), cell: (payment) => formatDateTime(paymentTimestamp(payment)) },
  { header: msg('Status'), cell: PaymentStatus },
  { header: msg('Amount'), align: 'end', cell: ({ amountPaise }) => formatExactRupees(amountPaise) },
];

const ownerOf = ({ kind, id }: RecordOwner) => ({
  customerId: kind === 'customer' ? id : null,
  mechanicId: kind === 'mechanic' ? id : null,
});

function bookingsOf(owner: RecordOwner, page: number, limit: number = PAGE_SIZE) {
  const query = { ...BOOKING_LIST.none, ...ownerOf(owner), page, limit };
  return queryOptions({
    queryKey: [BOOKING_KEYS.list, query],
    queryFn: ({ signal }) => callPage(listBookings, query, signal),
  });
}

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
      title={t('Bookings')}
      columns={BOOKING_COLUMNS}
      query={(page, limit) => bookingsOf(owner, page, limit)}
      empty={t('No bookings yet.')}
      failed={t('Failed to load bookings. Please try again.')}
      action={
        <Link {...link} className="link">
          {t('Open in Bookings')}
        </Link>
      }
    />
  );
}

export function CustomerPayments({ id }: { id: string }) {
  return (
    <PagedTable
      title={t('Payments')}
      columns={PAYMENT_COLUMNS}
      query={(page, limit) => paymentsOf(id, page, limit)}
      empty={t('No payments yet.')}
      failed={t('Error fetching payments')}
      action={
        <>
          {isOwnServer() && (
            <Link to="/payments/refunds" search={{ customer: id }} className="link">
              {t('Refunds and disputes')}
            </Link>
          )}
          <Link to="/payments" search={{ customer: id }} className="link">
            {t('Open in Payments')}
          </Link>
        </>
      }
    />
  );
}

const PAYOUTS_LOAD_FAILED = msg('Failed to load payout data. Please try again.');

const toPayouts = (id: string) => (
  <Link to="/payouts" search={{ mechanic: id }} className="link">
    {t('Open in Payouts')}
  </Link>
);

export function MechanicEarnings({ id }: { id: string }) {
  return (
    <PagedTable
      title={t('Earnings')}
      columns={EARNED_COLUMNS}
      query={(page, limit) => earningsQuery(id, page, limit)}
      empty={t('No earnings yet.')}
      failed={t(PAYOUTS_LOAD_FAILED)}
      action={toPayouts(id)}
    />
  );
}

export function MechanicPayouts({ id }: { id: string }) {
  return (
    <PagedTable
      title={t('Payouts')}
      columns={PAID_COLUMNS}
      query={(page, limit) => payoutsOfMechanicQuery(id, page, limit)}
      empty={t('No payments yet.')}
      failed={t(PAYOUTS_LOAD_FAILED)}
      action={toPayouts(id)}
    />
  );
}
