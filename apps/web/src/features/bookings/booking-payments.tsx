import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Payment } from '@wayside/contract/payments';
import { isOwnServer } from '../../lib/config.ts';
import { formatCount, formatDateTime, formatExactRupees, NOT_AVAILABLE } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { PaymentLink } from '../../list/record-links.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { type SmallColumn, SmallTable } from '../../ui/small-table.tsx';
import { methodLabel, paymentTimestamp, shortPaymentId } from '../payments/payment-labels.ts';
import { PaymentStatus } from '../payments/payment-status.tsx';
import { paymentsOfBookingQuery } from './bookings-queries.ts';

const COLUMNS: readonly SmallColumn<Payment>[] = [
  { header: 'Payment ID', cell: ({ id }) => <PaymentLink id={id}>{shortPaymentId(id)}</PaymentLink> },
  { header: 'Amount', align: 'end', cell: ({ amountPaise }) => formatExactRupees(amountPaise) },
  { header: 'Method', cell: ({ method }) => methodLabel(method) },
  { header: 'Status', cell: PaymentStatus },
  { header: 'Date', cell: (payment) => formatDateTime(paymentTimestamp(payment)) },
  { header: 'Screenshot', cell: Screenshot },
];

function Screenshot({ id, screenshot }: Payment) {
  if (screenshot === null) return NOT_AVAILABLE;
  return <PaymentLink id={id}>View</PaymentLink>;
}

/** Every payment of a booking (BOOK-14), for those who may read payments; nothing at a provider without this filter. */
export function BookingPayments({ id }: { id: string }) {
  const mayRead = useMay()('payments:read');
  return isOwnServer() && mayRead ? <Payments id={id} /> : null;
}

function Payments({ id }: { id: string }) {
  const query = useQuery(paymentsOfBookingQuery(id));
  const { data } = query;
  const failure = useFailedLoad(query, 'Error fetching payments');
  return (
    <section aria-label="Payments" className="grid grid-cols-1 gap-1">
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h3 className="font-semibold">
          Payments
          {data && <span className="numeric text-ink-faint"> ({formatCount(data.total)})</span>}
        </h3>
        {data && data.pageCount > 1 && (
          <Link to="/payments" search={{ booking: id }} className="link">
            Show all
          </Link>
        )}
      </div>
      {failure === null ? (
        <SmallTable
          caption="Payments of this booking"
          columns={COLUMNS}
          rows={data?.rows}
          keyOf={(payment) => payment.id}
          empty="There is no payment for this booking."
        />
      ) : (
        <RetryNote {...failure} />
      )}
    </section>
  );
}
