import type { Payment } from '@wayside/contract/payments';
import type { Page } from '@wayside/contract/wire/paging';
import { formatCount, formatExactRupees } from '../../lib/format.ts';
import { FigureCard } from '../../ui/figure-card.tsx';

const CARDS = [
  { title: 'Total Amount', status: null },
  { title: 'Completed', status: 'paid' },
  { title: 'Pending', status: 'pending' },
  { title: 'Failed', status: 'failed' },
] as const;

/** Sums of the payments that are shown, each with how many they are (PAYM-01). */
export function PaymentSums({ page }: { page: Page<Payment> | undefined }) {
  return (
    <section aria-label="Sums of this page" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {CARDS.map(({ title, status }) => {
        const rows = page?.rows.filter((payment) => status === null || payment.status === status);
        const sum = rows?.reduce((paise, { amountPaise }) => paise + (amountPaise ?? 0), 0);
        return (
          <FigureCard
            key={title}
            title={title}
            value={sum === undefined ? undefined : formatExactRupees(sum)}
            note={rows && `${formatCount(rows.length)} ${rows.length === 1 ? 'payment' : 'payments'} on this page`}
          />
        );
      })}
    </section>
  );
}
