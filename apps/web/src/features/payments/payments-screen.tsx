import { PAYMENT_LIST } from '@wayside/contract/lists';
import type { Payment } from '@wayside/contract/payments';
import type { Page } from '@wayside/contract/wire/paging';
import { useState } from 'react';
import { msg, plural, t } from '../../languages/text.ts';
import {
  formatDate,
  formatExactRupees,
  formatTime,
  notAvailable,
  orNotAvailable,
  shortId,
} from '../../lib/format.ts';
import { moneyColumn, Timestamp } from '../../list/list-columns.tsx';
import {
  type FixedFilter,
  type ListCard,
  type ListColumn,
  type ListFilter,
  type ListLabels,
  loadError,
  SORT_BY_DATE,
  sortByAmount,
} from '../../list/list-definition.ts';
import { createListExport } from '../../list/list-queries.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { paymentsUrl } from '../../list/list-urls.ts';
import { Badge } from '../../ui/badge.tsx';
import { ExplainButton, SumCard } from '../../ui/card.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PersonLink } from '../people/person-link.tsx';
import { PaymentSections } from '../refunds/payment-sections.tsx';
import {
  methodLabel,
  PAYMENT_METHOD_LABELS,
  PAYMENT_STATUS_LABELS,
  PaymentStatus,
  paymentTimestamp,
  shortPaymentId,
} from './payment-labels.tsx';
import { isMethodFilterSupported, payments, shownPaymentsQuery } from './payments-queries.ts';

/** The customer's name, or "Guest" if it is unknown (PAYM-03). */
function CustomerName({ customer }: { customer: Payment['customer'] }) {
  if (!customer?.name?.trim()) return <span className="font-medium">{t('Guest')}</span>;
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
  return booking?.id ? <CopyableId id={booking.id} shown={shortId(booking.id)} /> : notAvailable();
}

const SORT_BY_AMOUNT = sortByAmount('amount', msg('Highest Amount First'), msg('Lowest Amount First'));

const PAYMENT_COLUMNS: readonly ListColumn<Payment>[] = [
  {
    header: msg('Payment ID'),
    width: '6.25rem',
    cell: (payment) => <CopyableId id={payment.id} shown={shortPaymentId(payment.id)} />,
  },
  {
    header: msg('Booking ID'),
    width: '6.25rem',
    isSecondary: true,
    cell: (payment) => <BookingId booking={payment.booking} />,
  },
  { header: msg('Customer'), width: 'auto', lines: 3, cell: (payment) => <Customer customer={payment.customer} /> },
  moneyColumn(msg('Amount'), '7.5rem', (payment) => payment.amountPaise, SORT_BY_AMOUNT),
  { header: msg('Method'), width: '5.5rem', cell: (payment) => <Badge>{methodLabel(payment.method)}</Badge> },
  {
    header: msg('Date and Time'),
    sort: SORT_BY_DATE,
    width: '7.75rem',
    lines: 2,
    cell: (payment) => <Timestamp at={paymentTimestamp(payment)} />,
  },
  { header: msg('Status'), width: '7rem', cell: PaymentStatus },
];

function paymentCard(payment: Payment): ListCard {
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

const ExplainedPayments = lazyPart(() => import('./payment-details.tsx'), 'ExplainedPayments');

const CARDS = [
  { title: msg('Total Amount'), status: null },
  { title: msg('Completed'), status: 'paid' },
  { title: msg('Pending'), status: 'pending' },
  { title: msg('Failed'), status: 'failed' },
] as const;

function sumsOf(rows: readonly Payment[]) {
  return CARDS.map(({ title, status }) => {
    const payments = rows.filter((payment) => status === null || payment.status === status);
    return {
      title,
      payments,
      sumPaise: payments.reduce((paise, { amountPaise }) => paise + (amountPaise ?? 0), 0),
    };
  });
}

/** Sums and counts of the page. A button on each sum lists its payments (PAYM-01). */
function PaymentSums({ page, hasFailed }: { page: Page<Payment> | undefined; hasFailed: boolean }) {
  const [explained, setExplained] = useState<number | null>(null);
  const sums = page && sumsOf(page.rows);
  const unknown = hasFailed ? notAvailable() : undefined;
  const shown = explained === null ? undefined : sums?.[explained];
  return (
    <section
      aria-label={t('Sums of this page')}
      className="grid grid-cols-2 gap-3 lg:grid-cols-4 other-language:max-[26rem]:grid-cols-1"
    >
      {CARDS.map(({ title, status }, place) => {
        const sum = sums?.[place];
        const count = sum?.payments.length;
        return (
          <SumCard
            key={status}
            title={t(title)}
            value={sum ? formatExactRupees(sum.sumPaise) : unknown}
            note={
              count === undefined
                ? unknown
                : plural(count, '{count} payment on this page', '{count} payments on this page')
            }
            action={<ExplainButton title={t(title)} onClick={() => setExplained(sums ? place : null)} />}
          />
        );
      })}
      {shown && (
        <ExplainedPayments
          title={t(shown.title)}
          payments={shown.payments}
          sumPaise={shown.sumPaise}
          onClose={() => setExplained(null)}
        />
      )}
    </section>
  );
}

const PaymentDetails = lazyPart(() => import('./payment-details.tsx'), 'PaymentDetails');

const LABELS: ListLabels = {
  title: msg('Payments'),
  subtitle: msg('Payments by customers'),
  heading: msg('All Payments'),
  noun: { one: msg('payment'), many: msg('payments') },
  search: msg('Search by payment ID'),
  searchHint: msg('ID, phone, name, amount, transaction ID'),
  empty: msg('No Payments Found'),
  noMatch: msg('No Payments Found'),
  error: loadError(msg('Error Loading Payments'), msg('Failed to fetch payments'), msg('Error fetching payments')),
};

const filters = (): readonly ListFilter<'status' | 'method'>[] => [
  {
    key: 'status',
    label: msg('Status'),
    all: msg('All Status'),
    options: Object.entries(PAYMENT_STATUS_LABELS).map(([value, { label }]) => ({ value, label })),
  },
  {
    key: 'method',
    label: msg('Payment method'),
    all: msg('All Methods'),
    isOfPage: !isMethodFilterSupported(),
    options: Object.entries(PAYMENT_METHOD_LABELS).map(([value, label]) => ({ value, label })),
  },
];

/** Filters set by links in the details of bookings and customers (BOOK-14). */
const FIXED_FILTERS: readonly FixedFilter<'booking' | 'customer' | 'disagreeing', Payment>[] = [
  { key: 'booking', label: msg('Booking'), nameIn: ({ booking }) => booking?.id && shortId(booking.id) },
  { key: 'customer', label: msg('Customer'), nameIn: ({ customer }) => customer?.name },
  { key: 'disagreeing', label: msg('Booking'), value: () => t('status is not “paid”') },
];

/** Payments (PAYM-01 to PAYM-06). */
export function PaymentsScreen() {
  return (
    <ListScreen
      url={paymentsUrl}
      query={shownPaymentsQuery}
      counted={payments.counted}
      labels={LABELS}
      sections={<PaymentSections />}
      exported={createListExport(PAYMENT_LIST, { call: (calls) => calls.exportPayments })}
      filters={filters()}
      fixedFilters={FIXED_FILTERS}
      days={{ label: msg('Date') }}
      totals={(page, hasFailed) => <PaymentSums page={page} hasFailed={hasFailed} />}
      selectable={{ list: 'payments' }}
      columns={PAYMENT_COLUMNS}
      card={paymentCard}
      idOf={(payment: Payment) => payment.id}
      nameOf={(payment: Payment) => t('payment {id}', { id: shortPaymentId(payment.id) })}
      details={(id, row, close) => <PaymentDetails id={id} row={row} onClose={close} />}
    />
  );
}
