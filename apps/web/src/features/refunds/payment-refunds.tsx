import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Payment } from '@wayside/contract/payments';
import { openDispute, type Refund, type Refundable, requestRefund } from '@wayside/contract/refunds';
import { useId, useState } from 'react';
import { msg, t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { formatDate, formatExactRupees } from '../../lib/format.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { Button } from '../../ui/button.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { type SmallColumn, SmallTable } from '../../ui/small-table.tsx';
import { KIND_LABELS, RefundBadge } from './refund-labels.tsx';
import { refundableQuery, refundsOfPaymentQuery } from './refunds-queries.ts';

const RefundForm = lazyPart(() => import('./refund-form.tsx'), 'RefundForm');
const DisputeForm = lazyPart(() => import('./refund-form.tsx'), 'DisputeForm');

const COLUMNS: readonly SmallColumn<Refund>[] = [
  { header: msg('Date'), cell: ({ requestedAt }) => formatDate(requestedAt) },
  {
    header: msg('Kind'),
    cell: ({ id, kind }) => (
      <Link to="/payments/refunds" search={{ refund: id }} className="link">
        {t(KIND_LABELS[kind])}
      </Link>
    ),
  },
  { header: msg('Status'), cell: RefundBadge },
  { header: msg('Amount'), align: 'end', isMain: true, cell: ({ amountPaise }) => formatExactRupees(amountPaise) },
];

function refundedText({ returnedPaise, paidPaise, pendingPaise }: Refundable): string {
  const values = {
    returned: formatExactRupees(returnedPaise),
    paid: formatExactRupees(paidPaise),
    pending: formatExactRupees(pendingPaise),
  };
  return pendingPaise > 0
    ? t('Refunded: {returned} of {paid}, {pending} pending', values)
    : t('Refunded: {returned} of {paid}', values);
}

/** The refunds of a payment and the disputes over it, with buttons to create one (REFD-01, REFD-03). */
export function PaymentRefunds({ payment }: { payment: Payment }) {
  const id = useId();
  const list = useQuery(refundsOfPaymentQuery(payment.id));
  const failure = useFailedLoad(list, t('Failed to load the refunds. Please try again.'));
  const { data: refundable } = useQuery(refundableQuery(payment.id));
  const [openForm, setOpenForm] = useState<'refund' | 'dispute' | null>(null);
  const wasPaid = payment.status === 'paid' || payment.status === 'refunded';
  const rows = list.data?.rows;
  if (!wasPaid && (rows === undefined || rows.length === 0)) return null;
  const form = refundable && { paymentId: payment.id, refundable, onClose: () => setOpenForm(null) };
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h3 id={id} className="font-semibold">
          {t('Refunds and Disputes')}
        </h3>
        {refundable && (
          <div className="flex flex-wrap gap-2">
            {refundable.remainingPaise > 0 && (
              <Allowed to={requestRefund}>
                <Button onClick={() => setOpenForm('refund')}>{t('Refund | verb')}</Button>
              </Allowed>
            )}
            {wasPaid && payment.method !== 'cash' && refundable.paidPaise > refundable.disputedPaise && (
              <Allowed to={openDispute}>
                <Button onClick={() => setOpenForm('dispute')}>{t('Open dispute')}</Button>
              </Allowed>
            )}
          </div>
        )}
      </div>
      {refundable && refundable.returnedPaise + refundable.pendingPaise > 0 && (
        <p className="numeric text-ink-soft">{refundedText(refundable)}</p>
      )}
      {failure ? (
        <RetryNote {...failure} />
      ) : (
        (rows === undefined || rows.length > 0) && (
          <SmallTable
            caption={t('Refunds and disputes of this payment')}
            columns={COLUMNS}
            rows={rows}
            keyOf={(refund) => refund.id}
            empty=""
          />
        )
      )}
      {openForm === 'refund' && form && <RefundForm {...form} />}
      {openForm === 'dispute' && form && <DisputeForm {...form} isRefunded={payment.status === 'refunded'} />}
    </section>
  );
}
