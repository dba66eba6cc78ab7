import { PAYMENT_LIST } from '@wayside/contract/lists';
import type { Payment } from '@wayside/contract/payments';
import type { Page } from '@wayside/contract/wire/paging';
import { useState } from 'react';
import {
  formatCount,
  formatDate,
  formatExactRupees,
  formatTime,
  NOT_AVAILABLE,
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
import { listExport } from '../../list/list-queries.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { paymentsUrl } from '../../list/list-urls.ts';
import { Badge } from '../../ui/badge.tsx';
import { ExplainButton, SumCard } from '../../ui/card.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PersonLink } from '../people/person-link.tsx';
import { PaymentSections } from '../refunds/payment-sections.tsx';
import { methodLabel, PaymentStatus, paymentTimestamp, shortPaymentId } from './payment-labels.tsx';
import { isMethodAsked, payments, shownPaymentsQuery } from './payments-queries.ts';

/** The name of the customer, or "Guest" if unknown (PAYM-03). */
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

const PAYMENT_COLUMNS: readonly ListColumn<Payment>[] = [
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
  { title: 'Total Amount', status: null },
  { title: 'Completed', status: 'paid' },
  { title: 'Pending', status: 'pending' },
  { title: 'Failed', status: 'failed' },
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

/** Sums of the page with counts, each with a button that lists the payments (PAYM-01). */
function PaymentSums({ page, hasFailed }: { page: Page<Payment> | undefined; hasFailed: boolean }) {
  const [explained, setExplained] = useState<string | null>(null);
  const sums = page && sumsOf(page.rows);
  const unknown = hasFailed ? NOT_AVAILABLE : undefined;
  const shown = sums?.find(({ title }) => title === explained);
  return (
    <section aria-label="Sums of this page" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {CARDS.map(({ title }, place) => {
        const sum = sums?.[place];
        const count = sum?.payments.length;
        return (
          <SumCard
            key={title}
            title={title}
            value={sum ? formatExactRupees(sum.sumPaise) : unknown}
            note={
              count === undefined
                ? unknown
                : `${formatCount(count)} ${count === 1 ? 'payment' : 'payments'} on this page`
            }
            action={<ExplainButton title={title} onClick={() => setExplained(sums ? title : null)} />}
          />
        );
      })}
      {shown && (
        <ExplainedPayments
          title={shown.title}
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
  title: 'Payments',
  subtitle: 'What customers have paid',
  heading: 'All Payments',
  noun: { one: 'payment', many: 'payments' },
  search: 'Search by payment ID',
  searchHint: 'ID, phone, name, amount, transaction ID',
  empty: 'No Payments Found',
  noMatch: 'No Payments Found',
  error: loadError('Error Loading Payments', 'Failed to fetch payments', 'Error fetching payments'),
};

const filters = (): readonly ListFilter<'status' | 'method'>[] => [
  {
    key: 'status',
    label: 'Status',
    all: 'All Status',
    options: [
      { value: 'paid', label: 'Paid' },
      { value: 'pending', label: 'Pending' },
      { value: 'failed', label: 'Failed' },
      { value: 'refunded', label: 'Refunded' },
    ],
  },
  {
    key: 'method',
    label: 'Payment method',
    all: 'All Methods',
    isOfPage: !isMethodAsked(),
    options: [
      { value: 'online', label: 'Online' },
      { value: 'cash', label: 'Cash' },
      { value: 'card', label: 'Card' },
      { value: 'upi', label: 'UPI' },
    ],
  },
];

/** Filters set by links in the details of bookings and customers (BOOK-14). */
const FIXED_FILTERS: readonly FixedFilter<'booking' | 'customer' | 'disagreeing', Payment>[] = [
  { key: 'booking', label: 'Booking', nameIn: ({ booking }) => booking?.id && shortId(booking.id) },
  { key: 'customer', label: 'Customer', nameIn: ({ customer }) => customer?.name },
  { key: 'disagreeing', label: 'Booking', value: 'says not paid' },
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
      exported={listExport(PAYMENT_LIST, { call: (calls) => calls.exportPayments })}
      filters={filters()}
      fixedFilters={FIXED_FILTERS}
      days={{ label: 'Date' }}
      totals={(page, hasFailed) => <PaymentSums page={page} hasFailed={hasFailed} />}
      selectable={{ list: 'payments' }}
      columns={PAYMENT_COLUMNS}
      card={paymentCard}
      idOf={(payment: Payment) => payment.id}
      nameOf={(payment: Payment) => `payment ${shortPaymentId(payment.id)}`}
      details={(id, row, close) => <PaymentDetails id={id} row={row} onClose={close} />}
    />
  );
}
