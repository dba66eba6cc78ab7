import type { ReactNode } from 'react';
import { useId } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { type Retriable, useRetry } from '../../lib/use-retry.ts';
import { Card } from '../../ui/card.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { Skeleton } from '../../ui/loading.tsx';

export interface IntegrationSectionProps {
  title: string;
  about: string;
  /** Shown behind the title; undefined while it loads. */
  count: number | undefined;
  query: Retriable;
  /** The text of a failed load. */
  failed: string;
  action: ReactNode;
  /** Its rows, once they are loaded. */
  children: ReactNode;
}

/** A titled part of the screen with its loading and failed states. */
export function IntegrationSection({ title, about, count, query, failed, ...parts }: IntegrationSectionProps) {
  const { failure, isRetrying, retry } = useRetry(query);
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-3.5">
          <div className="grid min-w-0 gap-0.5">
            <h2 id={id} className="font-semibold">
              {title}
              {count !== undefined && <span className="numeric text-ink-faint"> ({formatCount(count)})</span>}
            </h2>
            <p className="text-sm text-ink-soft">{about}</p>
          </div>
          {parts.action}
        </div>
        {failure !== null && (
          <div className="px-5 py-4">
            <RetryNote message={failureText(failure, failed)} pending={isRetrying} onRetry={() => void retry()} />
          </div>
        )}
        {failure === null && query.data === undefined && (
          <div role="status" aria-label={`Loading: ${title}`} className="grid gap-5 px-5 py-4">
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </div>
        )}
        {query.data !== undefined && parts.children}
      </Card>
    </section>
  );
}
