import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { Page } from '@wayside/contract/wire/paging';
import { useState } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { useRetry } from '../../lib/use-retry.ts';
import { ErrorCard } from '../../ui/error-card.tsx';
import { PageSteps } from '../../ui/page-steps.tsx';
import { type SmallColumn, SmallTable } from '../../ui/small-table.tsx';
import { pageOfRows } from './history-queries.ts';

export interface PayoutHistoryProps<Row> {
  title: string;
  columns: readonly SmallColumn<Row>[];
  /** What another provider has sent along; else they are asked for. */
  rows: readonly Row[] | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the key of a query is the query's own
  query: (page: number) => UseQueryOptions<Page<Row>, Error, Page<Row>, any>;
  empty: string;
}

/** Earnings or payouts of one mechanic, page by page (PAYO-04). */
export function PayoutHistory<Row>({ title, columns, rows, query: queryOf, empty }: PayoutHistoryProps<Row>) {
  const [page, setPage] = useState(1);
  const query = useQuery({ ...queryOf(page), enabled: rows === undefined });
  const { failure, isRetrying, retry } = useRetry(query);
  const shown = rows ? pageOfRows(rows, page) : query.data;
  return (
    <section aria-label={title} className="grid gap-1">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">
          {title}
          {shown && <span className="numeric text-ink-faint"> ({formatCount(shown.total)})</span>}
        </h3>
        {shown && <PageSteps page={page} pageCount={shown.pageCount} label={`${title} pages`} onPage={setPage} />}
      </div>
      {failure !== null && !shown ? (
        <ErrorCard
          title={`Error Loading ${title}`}
          message={failureText(failure, 'Failed to load payout data. Please try again.')}
          retryLabel="Try Again"
          pending={isRetrying}
          onRetry={retry}
        />
      ) : (
        <SmallTable
          caption={title}
          columns={columns}
          rows={shown?.rows}
          keyOf={(_, index) => `${page} ${index}`}
          empty={empty}
        />
      )}
    </section>
  );
}
