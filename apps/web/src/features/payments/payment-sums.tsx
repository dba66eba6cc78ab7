import type { Payment } from '@wayside/contract/payments';
import type { Page } from '@wayside/contract/wire/paging';
import { useState } from 'react';
import { formatCount, formatExactRupees, NOT_AVAILABLE } from '../../lib/format.ts';
import { ExplainButton, SumCard } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const ExplainedPayments = lazyPart(() => import('./explained-payments.tsx'), 'ExplainedPayments');

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

/** The sums of the payments on the page, each with its count and a button that lists the payments (PAYM-01). */
export function PaymentSums({ page, hasFailed }: { page: Page<Payment> | undefined; hasFailed: boolean }) {
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
