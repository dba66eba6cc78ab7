import type { Payment } from '@wayside/contract/payments';
import {
  formatDate,
  formatExactRupees,
  formatTime,
  NOT_AVAILABLE,
  orNotAvailable,
  shortId,
} from '../../lib/format.ts';
import { moneyColumn, Timestamp } from '../../list/list-columns.tsx';
import { type ListCard, type ListColumn, SORT_BY_DATE, sortByAmount } from '../../list/list-definition.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { PersonLink } from '../people/person-link.tsx';
import { methodLabel, paymentTimestamp, shortPaymentId } from './payment-labels.ts';
import { PaymentStatus } from './payment-status.tsx';

/** The customer's name, or "Guest" where the customer is not known (PAYM-03). */
function CustomerName({ customer }: { customer: Payment['customer'] }) {
  if (!customer?.name?.trim()) return <span className="font-medium">Guest</span>;
  return <PersonLink person={customer} as="customer" className="font-medium" />;
}

function Customer({ customer }: { customer: Payment['customer'] }) {
  return (
    <>
      <CustomerName customer={customer} />
      <span className="block truncate text-ink-soft" data-tip={customer?.email ?? undefined}>
        {orNotAvailable(customer?.email)}
      </span>
      <span translate="no" className="numeric block truncate text-ink-soft">
        {orNotAvailable(customer?.phone)}
      </span>
    </>
  );
}

function BookingId({ booking }: { booking: Payment['booking'] }) {
  return booking?.id ? <CopyableId id={booking.id} shown={shortId(booking.id)} /> : NOT_AVAILABLE;
}

/** The columns of the payments (PAYM-03). */
export const PAYMENT_COLUMNS: readonly ListColumn<Payment>[] = [
  {
    header: 'Payment ID',
    width: '6.25rem',
    cell: (payment) => <CopyableId id={payment.id} shown={shortPaymentId(payment.id)} />,
  },
  {
    header: 'Booking ID',
    width: '6.25rem',
    isSecondary: true,
    cell: (payment) => <BookingId booking={payment.booking} />,
  },
  { header: 'Customer', width: 'auto', lines: 3, cell: (payment) => <Customer customer={payment.customer} /> },
  moneyColumn('Amount', '7.5rem', (payment) => payment.amountPaise, sortByAmount('amount', 'Amount')),
  { header: 'Method', width: '5.5rem', cell: (payment) => <Badge>{methodLabel(payment.method)}</Badge> },
  {
    header: 'Date and Time',
    sort: SORT_BY_DATE,
    width: '7.75rem',
    lines: 2,
    cell: (payment) => <Timestamp at={paymentTimestamp(payment)} />,
  },
  { header: 'Status', width: '7rem', cell: PaymentStatus },
];

/** The card of a payment on a phone. */
export function paymentCard(payment: Payment): ListCard {
  const timestamp = paymentTimestamp(payment);
  return {
    id: <CopyableId id={payment.id} shown={shortPaymentId(payment.id)} />,
    status: <PaymentStatus status={payment.status} />,
    person: <CustomerName customer={payment.customer} />,
    amount: formatExactRupees(payment.amountPaise),
    more: (
      <>
        <span className="numeric block truncate">
          {methodLabel(payment.method)} · {formatDate(timestamp)}, {formatTime(timestamp)}
        </span>
        <span className="block truncate">{orNotAvailable(payment.customer?.phone)}</span>
      </>
    ),
  };
}
