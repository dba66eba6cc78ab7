import type { PayoutPreview as Preview } from '@wayside/contract/payouts';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { formatCount, formatDate, formatDateTime, formatExactRupees } from '../../lib/format.ts';
import { type Retriable, useRetry } from '../../lib/use-retry.ts';
import { RetryNote } from '../../ui/retry-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export interface PayoutPreviewProps {
  preview: Retriable & { readonly data: Preview | undefined };
  amountPaise: number;
}

/** What the payout covers, and what speaks for looking twice before money leaves. */
export function PayoutPreview({ preview, amountPaise }: PayoutPreviewProps) {
  const { data } = preview;
  const { failure, isRetrying, retry } = useRetry(preview);
  if (failure !== null) {
    const message = failureText(failure, 'What this payout covers could not be loaded.');
    return <RetryNote message={message} pending={isRetrying} onRetry={() => void retry()} />;
  }
  if (!data) return <Skeleton className="h-10 w-full" />;
  return (
    <div className="grid gap-2 text-sm">
      <p className="text-ink-soft">
        Covers {formatCount(data.earningCount)} {data.earningCount === 1 ? 'earning' : 'earnings'}
        {data.earnedFrom && ` from ${formatDate(data.earnedFrom)} to ${formatDate(data.earnedUntil)}`}.{' '}
        {data.bankChangedAt
          ? `Bank details last changed on ${formatDateTime(data.bankChangedAt)}.`
          : 'It is not known when the bank details last changed.'}
      </p>
      {data.balancePaise !== amountPaise && (
        <Warning>
          The balance is {formatExactRupees(data.balancePaise)} by now. Close this and look again before you pay.
        </Warning>
      )}
      {data.samePayout && (
        <Warning>
          {formatExactRupees(data.samePayout.amountPaise)} went to this mechanic on{' '}
          {formatDateTime(data.samePayout.paidAt)} already, as {data.samePayout.transactionId}.
        </Warning>
      )}
    </div>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning-text">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
