import { REFUND_KINDS, REFUND_STATES } from '@wayside/contract/filter-values';
import { REFUND_LIST } from '@wayside/contract/lists';
import type { Refund } from '@wayside/contract/refunds';
import { msg, t } from '../../languages/text.ts';
import { formatDate, formatExactRupees, shortId } from '../../lib/format.ts';
import { exactMoneyColumn, Timestamp } from '../../list/list-columns.tsx';
import {
  type FixedFilter,
  type ListCard,
  type ListColumn,
  type ListFilter,
  type ListLabels,
  loadError,
  SORT_BY_DATE,
} from '../../list/list-definition.ts';
import { createListExport } from '../../list/list-queries.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { refundsUrl } from '../../list/list-urls.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PersonLink } from '../people/person-link.tsx';
import { PaymentSections } from './payment-sections.tsx';
import { bearerText, dueText, KIND_LABELS, RefundBadge, refundName, STATE_LABELS } from './refund-labels.tsx';
import { refunds } from './refunds-queries.ts';

const PaymentId = ({ paymentId }: Pick<Refund, 'paymentId'>) => (
  <CopyableId id={paymentId} shown={shortId(paymentId).toUpperCase()} />
);

const CustomerName = ({ customer }: Pick<Refund, 'customer'>) =>
  customer?.name?.trim() ? (
    <PersonLink person={customer} as="customer" className="font-medium" />
  ) : (
    <span className="font-medium">{t('Guest')}</span>
  );

const REFUND_COLUMNS: readonly ListColumn<Refund>[] = [
  {
    header: msg('Date'),
    sort: SORT_BY_DATE,
    width: '13%',
    lines: 2,
    cell: ({ requestedAt }) => <Timestamp at={requestedAt} />,
  },
  { header: msg('Payment ID'), width: '11%', cell: PaymentId },
  { header: msg('Customer'), width: '19%', cell: CustomerName },
  { header: msg('Kind'), width: '14%', cell: ({ kind }) => t(KIND_LABELS[kind]) },
  exactMoneyColumn(msg('Amount'), '13%', ({ amountPaise }) => amountPaise),
  {
    header: msg('Borne By'),
    width: '16%',
    lines: 2,
    isSecondary: true,
    cell: (refund) => <span className="line-clamp-2">{bearerText(refund)}</span>,
  },
  {
    header: msg('Status'),
    width: '14%',
    lines: 2,
    cell: (refund) => (
      <>
        <RefundBadge {...refund} />
        {refund.state === 'open' && refund.dueAt !== null && (
          <span className="block text-xs text-ink-soft">{dueText(refund.dueAt)}</span>
        )}
      </>
    ),
  },
];

const refundCard = (refund: Refund): ListCard => ({
  id: <PaymentId {...refund} />,
  status: <RefundBadge {...refund} />,
  person: <CustomerName {...refund} />,
  amount: formatExactRupees(refund.amountPaise),
  more: (
    <span className="block truncate">
      {t(KIND_LABELS[refund.kind])} · {formatDate(refund.requestedAt)}
    </span>
  ),
});

const LABELS: ListLabels = {
  title: msg('Refunds'),
  subtitle: msg('Refunds to customers and who bears them'),
  heading: msg('All Refunds and Disputes'),
  search: msg('Search by refund ID'),
  searchHint: msg('ID, phone, name, amount, transaction ID'),
  noun: { one: msg('refund or dispute'), many: msg('refunds and disputes') },
  empty: msg('No refunds or disputes yet'),
  noMatch: msg('No refunds or disputes found matching your criteria'),
  error: loadError(msg('Error Loading Refunds'), msg('Failed to load the refunds')),
};

const FILTERS: readonly ListFilter<'state' | 'kind'>[] = [
  {
    key: 'state',
    label: msg('Status'),
    all: msg('All Status'),
    options: REFUND_STATES.map((value) => ({ value, label: STATE_LABELS[value].label })),
  },
  {
    key: 'kind',
    label: msg('Kind'),
    all: msg('All Kinds'),
    options: REFUND_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
  },
];

const FIXED_FILTERS: readonly FixedFilter<'payment' | 'customer', Refund>[] = [
  { key: 'payment', label: msg('Payment'), nameIn: ({ paymentId }) => shortId(paymentId) },
  { key: 'customer', label: msg('Customer'), nameIn: ({ customer }) => customer?.name },
];

const RefundDetails = lazyPart(() => import('./refund-details.tsx'), 'RefundDetails');

/** Refunds and disputes (REFD-01 to REFD-03). */
export function RefundsScreen() {
  return (
    <ListScreen
      url={refundsUrl}
      query={refunds.query}
      counted={refunds.counted}
      labels={LABELS}
      sections={<PaymentSections />}
      exported={createListExport(REFUND_LIST, { call: (calls) => calls.exportRefunds })}
      filters={FILTERS}
      fixedFilters={FIXED_FILTERS}
      days={{ label: msg('Requested') }}
      selectable={{ list: 'refunds' }}
      columns={REFUND_COLUMNS}
      card={refundCard}
      idOf={(refund: Refund) => refund.id}
      nameOf={refundName}
      details={(id, row, close) => <RefundDetails id={id} row={row} onClose={close} />}
    />
  );
}
