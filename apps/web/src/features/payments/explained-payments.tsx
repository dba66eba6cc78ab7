import type { Payment } from '@wayside/contract/payments';
import { formatDateTime, formatExactRupees } from '../../lib/format.ts';
import { ExplainedSum } from '../../list/paged-table.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import type { SmallColumn } from '../../ui/small-table.tsx';
import { methodLabel, paymentTimestamp, shortPaymentId } from './payment-labels.ts';
import { PaymentStatus } from './payment-status.tsx';

const COLUMNS: readonly SmallColumn<Payment>[] = [
  { header: 'Date', cell: (payment) => formatDateTime(paymentTimestamp(payment)) },
  {
    header: 'Payment ID',
    cell: ({ id }) => <CopyableId id={id} shown={shortPaymentId(id)} />,
  },
  { header: 'Customer', cell: ({ customer }) => customer?.name?.trim() || 'Guest' },
  { header: 'Method', cell: ({ method }) => methodLabel(method) },
  { header: 'Status', cell: ({ status }) => <PaymentStatus status={status} /> },
  { header: 'Adds', align: 'end', isMain: true, cell: ({ amountPaise }) => formatExactRupees(amountPaise) },
];

export interface ExplainedPaymentsProps {
  /** The title of the card. */
  title: string;
  /** The payments of the page that the card counts, and their sum. */
  payments: readonly Payment[];
  sumPaise: number;
  onClose: () => void;
}

/** Lists the payments of the page behind the sum on a card (PAYM-01). */
export function ExplainedPayments({ title, payments, sumPaise, onClose }: ExplainedPaymentsProps) {
  return (
    <ExplainedSum
      title={title}
      description="Of the payments on this page"
      caption="Payments that are summed up"
      columns={COLUMNS}
      page={{ rows: payments, total: payments.length, sumPaise }}
      keyOf={({ id }) => id}
      onClose={onClose}
    />
  );
}
