import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Payment } from '@wayside/contract/payments';
import { formatDateTime, headingId, NOT_AVAILABLE, orNotAvailable } from '../../lib/format.ts';
import { AmountFact } from '../../list/amount-fact.tsx';
import { type RecordDetailsProps, RecordDialog } from '../../list/record-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { DescriptionList, Fact } from '../../ui/description-list.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { PersonLink } from '../people/person-link.tsx';
import { methodLabel, shortPaymentId } from './payment-labels.ts';
import { PaymentScreenshot } from './payment-screenshot.tsx';
import { PaymentStatus } from './payment-status.tsx';
import { paymentQuery } from './payments-queries.ts';

/** The dialog of one payment (PAYM-05, PAYM-06). */
export function PaymentDetails({ id, row, onClose }: RecordDetailsProps<Payment>) {
  const query = useQuery({ ...paymentQuery(id), enabled: row === undefined });
  const payment = row ?? query.data;
  return (
    <RecordDialog
      title={`Payment Details #${shortPaymentId(id)}`}
      copiedId={id}
      titleExtra={payment && <PaymentStatus status={payment.status} />}
      size="lg"
      record={payment}
      query={query}
      error={{ title: 'Error Loading Payment', message: 'Error fetching payments' }}
      missing="There is no payment with this id on this page."
      skeleton={<Skeleton className="h-96 w-full" />}
      onClose={onClose}
    >
      {payment && (
        <div className="grid gap-6">
          <PaymentDescription payment={payment} />
          <PaymentScreenshot payment={payment} />
        </div>
      )}
    </RecordDialog>
  );
}

/** Every fact of a payment (PAYM-05). */
function PaymentDescription({ payment }: { payment: Payment }) {
  const { customer, mechanic, amounts, booking } = payment;
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      <DescriptionList title="Payment Information">
        <Fact label="Payment ID">
          <CopyableId id={payment.id} shown={payment.id} />
        </Fact>
        <Fact label="Booking ID">
          {booking?.id ? <CopyableId id={booking.id} shown={booking.id} /> : NOT_AVAILABLE}
        </Fact>
        {booking?.id && (
          <Fact label="Booking">
            <Link to="/bookings" search={{ booking: booking.id }} className="link">
              Booking #{headingId(booking.id)}
            </Link>
          </Fact>
        )}
        <AmountFact label="Amount" paise={payment.amountPaise} isSum />
        <Fact label="Method">
          <Badge>{methodLabel(payment.method)}</Badge>
        </Fact>
        <Fact label="Status">
          <PaymentStatus status={payment.status} />
        </Fact>
      </DescriptionList>
      <DescriptionList title="Breakdown">
        <AmountFact label="Total" paise={amounts?.totalPaise} />
        <AmountFact label="Discount" paise={amounts?.discountPaise} />
        <AmountFact label="Paid" paise={amounts?.paidPaise} />
        <AmountFact label="Due" paise={amounts?.duePaise} />
        <Fact label="Transaction Date">{formatDateTime(payment.transactedAt)}</Fact>
        <Fact label="Payment Type">{orNotAvailable(payment.type)}</Fact>
        <Fact label="Created">{formatDateTime(payment.createdAt)}</Fact>
      </DescriptionList>
      <DescriptionList title="Customer Information">
        <Fact label="Name">
          {customer?.name?.trim() ? <PersonLink person={customer} as="customer" isWhole /> : 'Guest User'}
        </Fact>
        <Fact label="Email">{orNotAvailable(customer?.email)}</Fact>
        <Fact label="Phone">
          <span translate="no" className="numeric">
            {orNotAvailable(customer?.phone)}
          </span>
        </Fact>
      </DescriptionList>
      <DescriptionList title="Mechanic">
        <Fact label="Name">
          <PersonLink person={mechanic} as="mechanic" isWhole />
        </Fact>
        <Fact label="Phone">
          <span translate="no" className="numeric">
            {orNotAvailable(mechanic?.phone)}
          </span>
        </Fact>
      </DescriptionList>
    </div>
  );
}
