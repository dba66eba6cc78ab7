import { PAYMENT_OUT_LIST } from '@wayside/contract/lists';
import type { PaymentOut } from '@wayside/contract/payments-out';
import type { Page } from '@wayside/contract/wire/paging';
import { type Message, msg, plural, t } from '../../languages/text.ts';
import { formatDateTime, formatExactRupees, notAvailable, orNotAvailable } from '../../lib/format.ts';
import { paymentOutKeyText } from '../../lib/record-keys.ts';
import { exactMoneyColumn, Timestamp } from '../../list/list-columns.tsx';
import {
  type ListCard,
  type ListColumn,
  type ListFilter,
  type ListLabels,
  loadError,
  SORT_BY_DATE,
} from '../../list/list-definition.ts';
import { createListExport } from '../../list/list-queries.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { paymentsOutUrl } from '../../list/list-urls.ts';
import { StatusBadge, type StatusLabel } from '../../ui/badge.tsx';
import { SumCard } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { payoutMethodLabel } from '../payouts/payout-method.ts';
import { PayoutSections } from '../payouts/payout-sections.tsx';
import { Payee, TransactionId } from './payment-out-cells.tsx';
import { paymentsOut } from './payments-out-queries.ts';

const KIND_LABELS: Readonly<Record<PaymentOut['kind'], StatusLabel>> = {
  payout: { label: msg('Payout'), tone: 'info' },
  loyalty: { label: msg('Loyalty'), tone: 'neutral' },
  void: { label: msg('Void'), tone: 'warning' },
};

/** The kind of a payment, and whether it has been voided (PAYO-11). */
const KindBadges = ({ kind, voidedAt }: Pick<PaymentOut, 'kind' | 'voidedAt'>) => (
  <span className="inline-flex flex-wrap gap-1">
    <StatusBadge {...KIND_LABELS[kind]} />
    {kind !== 'void' && voidedAt !== null && <StatusBadge tone="warning" label={msg('Voided')} />}
  </span>
);

const PAYEE_LABELS: Readonly<Record<PaymentOut['payeeKind'], Message>> = {
  mechanic: msg('Mechanic'),
  customer: msg('Customer'),
};

const PAYMENT_OUT_COLUMNS: readonly ListColumn<PaymentOut>[] = [
  {
    header: msg('Date'),
    sort: SORT_BY_DATE,
    width: '13%',
    lines: 2,
    cell: ({ paidAt }) => <Timestamp at={paidAt} />,
  },
  {
    header: msg('Paid To'),
    width: '20%',
    lines: 2,
    cell: (payment) => (
      <>
        <Payee {...payment} />
        <span className="numeric block truncate text-ink-soft">
          {t(PAYEE_LABELS[payment.payeeKind])} · {orNotAvailable(payment.payee.phone)}
        </span>
      </>
    ),
  },
  { header: msg('Kind'), width: '10%', cell: KindBadges, lines: 2 },
  { header: msg('Transaction ID'), width: '21%', cell: TransactionId },
  { header: msg('Method'), width: '13%', isSecondary: true, cell: ({ method }) => payoutMethodLabel(method) },
  {
    header: msg('By'),
    width: '10%',
    isSecondary: true,
    cell: ({ requestedBy }) => (
      <span className="block truncate" data-tip={requestedBy ?? undefined}>
        {orNotAvailable(requestedBy)}
      </span>
    ),
  },
  exactMoneyColumn(msg('Amount'), '13%', ({ amountPaise }) => amountPaise),
];

const paymentOutCard = (payment: PaymentOut): ListCard => ({
  id: <TransactionId {...payment} />,
  status: <KindBadges {...payment} />,
  person: <Payee {...payment} />,
  amount: formatExactRupees(payment.amountPaise),
  more: <span className="numeric block truncate">{formatDateTime(payment.paidAt)}</span>,
});

const PaymentOutDetails = lazyPart(() => import('./payment-out-details.tsx'), 'PaymentOutDetails');

const LABELS: ListLabels = {
  title: msg('Payout History'),
  subtitle: msg('Payouts to mechanics, loyalty payments and voids, with their transaction IDs'),
  heading: msg('All Payments Out'),
  noun: { one: msg('payment'), many: msg('payments') },
  search: msg('Search by transaction ID or payee'),
  searchHint: msg('Transaction ID, name, phone, amount'),
  empty: msg('No payments yet'),
  noMatch: msg('No payments found matching your criteria'),
  error: loadError(msg('Error Loading Payments'), msg('Failed to load the payments')),
};

const KIND_FILTER: ListFilter<'kind'> = {
  key: 'kind',
  label: msg('Kind'),
  all: msg('All Kinds'),
  options: [
    { value: 'payout', label: msg('Payouts') },
    { value: 'loyalty', label: msg('Loyalty') },
    { value: 'void', label: msg('Voids') },
  ],
};

function nameOf({ amountPaise, payee, payeeKind }: PaymentOut): string {
  const amount = formatExactRupees(amountPaise);
  const name = payee.name?.trim();
  if (name) return t('payment of {amount} to {name}', { amount, name });
  return payeeKind === 'customer'
    ? t('payment of {amount} to customer', { amount })
    : t('payment of {amount} to mechanic', { amount });
}

/** Payouts and loyalty payments by date, for accounting (VIEW-01). */
export function PaymentsOutScreen() {
  return (
    <ListScreen
      url={paymentsOutUrl}
      query={paymentsOut.query}
      counted={paymentsOut.counted}
      labels={LABELS}
      sections={<PayoutSections />}
      exported={createListExport(PAYMENT_OUT_LIST, { call: (calls) => calls.exportPaymentsOut })}
      filters={[KIND_FILTER]}
      days={{ label: msg('Paid | date') }}
      totals={(page, hasFailed) => <PaidSum page={page} hasFailed={hasFailed} />}
      columns={PAYMENT_OUT_COLUMNS}
      card={paymentOutCard}
      idOf={paymentOutKeyText}
      nameOf={nameOf}
      details={(id, row, close) => <PaymentOutDetails id={id} row={row} onClose={close} />}
    />
  );
}

/** The total over all pages that match the filters. */
function PaidSum({ page, hasFailed }: { page: Page<PaymentOut> | undefined; hasFailed: boolean }) {
  const unknown = hasFailed ? notAvailable() : undefined;
  const sumPaise = page && 'sumPaise' in page ? Number(page.sumPaise) : undefined;
  const count = page && plural(page.total, '{count} payment, all pages', '{count} payments, all pages');
  return (
    <section aria-label={t('Sum of all pages')} className="grid gap-3 sm:max-w-xs">
      <SumCard
        title={t('Paid Out')}
        value={sumPaise === undefined ? unknown : formatExactRupees(sumPaise)}
        note={count ?? unknown}
      />
    </section>
  );
}
