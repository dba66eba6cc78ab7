import { PAYMENT_OUT_LIST } from '@wayside/contract/lists';
import type { PaymentOut } from '@wayside/contract/payments-out';
import type { Page } from '@wayside/contract/wire/paging';
import { formatCount, formatExactRupees, NOT_AVAILABLE } from '../../lib/format.ts';
import { paymentOutKeyText } from '../../lib/record-keys.ts';
import { type ListFilter, type ListLabels, loadError } from '../../list/list-definition.ts';
import { listExport } from '../../list/list-queries.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { paymentsOutUrl } from '../../list/list-urls.ts';
import { SumCard } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PayoutSections } from '../payouts/payout-sections.tsx';
import { PAYMENT_OUT_COLUMNS, paymentOutCard } from './payment-out-columns.tsx';
import { paymentsOut } from './payments-out-queries.ts';

const PaymentOutDetails = lazyPart(() => import('./payment-out-details.tsx'), 'PaymentOutDetails');

const LABELS: ListLabels = {
  title: 'Payout History',
  subtitle: 'Payouts to mechanics, loyalty payments and voids, with their transaction IDs',
  heading: 'All Payments Out',
  noun: { one: 'payment', many: 'payments' },
  search: 'Search by transaction ID or payee',
  searchHint: 'Transaction ID, name, phone, amount',
  empty: 'Nothing has been paid out yet',
  noMatch: 'No payments found matching your criteria',
  error: loadError('Error Loading Payments', 'Failed to load the payments'),
};

const KIND_FILTER: ListFilter<'kind'> = {
  key: 'kind',
  label: 'Kind',
  all: 'All Kinds',
  options: [
    { value: 'payout', label: 'Payouts' },
    { value: 'loyalty', label: 'Loyalty' },
    { value: 'void', label: 'Voids' },
  ],
};

/** Payouts and loyalty payments by their days, for accounting (VIEW-01). */
export function PaymentsOutScreen() {
  return (
    <ListScreen
      url={paymentsOutUrl}
      query={paymentsOut.query}
      counted={paymentsOut.counted}
      labels={LABELS}
      sections={<PayoutSections />}
      exported={listExport(PAYMENT_OUT_LIST, { call: (calls) => calls.exportPaymentsOut })}
      filters={[KIND_FILTER]}
      days={{ label: 'Paid' }}
      totals={(page, hasFailed) => <PaidSum page={page} hasFailed={hasFailed} />}
      columns={PAYMENT_OUT_COLUMNS}
      card={paymentOutCard}
      idOf={paymentOutKeyText}
      nameOf={(payment: PaymentOut) =>
        `payment of ${formatExactRupees(payment.amountPaise)} to ${payment.payee.name?.trim() || payment.payeeKind}`
      }
      details={(id, row, close) => <PaymentOutDetails id={id} row={row} onClose={close} />}
    />
  );
}

/** What the payments under the filters add up to, on all pages. */
function PaidSum({ page, hasFailed }: { page: Page<PaymentOut> | undefined; hasFailed: boolean }) {
  const unknown = hasFailed ? NOT_AVAILABLE : undefined;
  const sumPaise = page && 'sumPaise' in page ? Number(page.sumPaise) : undefined;
  const count = page && `${formatCount(page.total)} ${page.total === 1 ? 'payment' : 'payments'}, all pages`;
  return (
    <section aria-label="Sum of all pages" className="grid gap-3 sm:max-w-xs">
      <SumCard
        title="Paid Out"
        value={sumPaise === undefined ? unknown : formatExactRupees(sumPaise)}
        note={count ?? unknown}
      />
    </section>
  );
}
