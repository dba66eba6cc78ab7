import type { PaymentOut } from '@wayside/contract/payments-out';
import { formatDateTime, formatExactRupees, orNotAvailable } from '../../lib/format.ts';
import { ledgerColumn, Timestamp } from '../../list/list-columns.tsx';
import { type ListCard, type ListColumn, SORT_BY_DATE } from '../../list/list-definition.ts';
import { StatusBadge, type StatusLabel } from '../../ui/badge.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { payoutMethodLabel } from '../payouts/payout-method.ts';
import { PersonLink } from '../people/person-link.tsx';

/** The badge of each kind of payment out. */
export const KIND_LABELS: Readonly<Record<PaymentOut['kind'], StatusLabel>> = {
  payout: { label: 'Payout', tone: 'info' },
  loyalty: { label: 'Loyalty', tone: 'neutral' },
  void: { label: 'Void', tone: 'warning' },
};

/** The kind, and whether the payment was voided since (PAYO-11). */
const KindBadges = ({ kind, voidedAt }: Pick<PaymentOut, 'kind' | 'voidedAt'>) => (
  <span className="inline-flex flex-wrap gap-1">
    <StatusBadge {...KIND_LABELS[kind]} />
    {kind !== 'void' && voidedAt !== null && <StatusBadge tone="warning" label="Voided" />}
  </span>
);

const PAYEE_LABELS: Readonly<Record<PaymentOut['payeeKind'], string>> = {
  mechanic: 'Mechanic',
  customer: 'Customer',
};

/** The name of who was paid, which leads to their details. */
export const Payee = ({ payee, payeeKind, isWhole = false }: PaymentOut & { isWhole?: boolean }) => (
  <PersonLink person={payee} as={payeeKind} isWhole={isWhole} className="font-medium" />
);

/** The transaction id, or N/A for an imported payout without one (IMPO-06). */
export const TransactionId = ({ transactionId }: Pick<PaymentOut, 'transactionId'>) =>
  transactionId === null ? (
    orNotAvailable(null)
  ) : (
    <CopyableId id={transactionId} shown={transactionId} className="text-left wrap-anywhere" />
  );

/** The columns of the payments out (VIEW-01). */
export const PAYMENT_OUT_COLUMNS: readonly ListColumn<PaymentOut>[] = [
  {
    header: 'Date',
    sort: SORT_BY_DATE,
    width: '13%',
    lines: 2,
    cell: ({ paidAt }) => <Timestamp at={paidAt} />,
  },
  {
    header: 'Paid To',
    width: '20%',
    lines: 2,
    cell: (payment) => (
      <>
        <Payee {...payment} />
        <span className="numeric block truncate text-ink-soft">
          {PAYEE_LABELS[payment.payeeKind]} · {orNotAvailable(payment.payee.phone)}
        </span>
      </>
    ),
  },
  { header: 'Kind', width: '10%', cell: KindBadges, lines: 2 },
  { header: 'Transaction ID', width: '21%', cell: TransactionId },
  { header: 'Method', width: '13%', isSecondary: true, cell: ({ method }) => payoutMethodLabel(method) },
  {
    header: 'By',
    width: '10%',
    isSecondary: true,
    cell: ({ requestedBy }) => (
      <span className="block truncate" data-tip={requestedBy ?? undefined}>
        {orNotAvailable(requestedBy)}
      </span>
    ),
  },
  ledgerColumn('Amount', '13%', ({ amountPaise }) => amountPaise),
];

/** The card of a payment out on a phone. */
export const paymentOutCard = (payment: PaymentOut): ListCard => ({
  id: <TransactionId {...payment} />,
  status: <KindBadges {...payment} />,
  person: <Payee {...payment} />,
  amount: formatExactRupees(payment.amountPaise),
  more: <span className="numeric block truncate">{formatDateTime(payment.paidAt)}</span>,
});
