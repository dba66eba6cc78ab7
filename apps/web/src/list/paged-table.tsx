import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { PAGE_SIZE } from '@wayside/contract/wire/page-size';
import type { Page } from '@wayside/contract/wire/paging';
import { type ReactNode, useState } from 'react';
import { richText } from '../languages/rich-text.ts';
import { t } from '../languages/text.ts';
import { loadAllPages, MAX_ROWS } from '../lib/call-page.ts';
import { formatCount, formatExactRupees } from '../lib/format.ts';
import { queryClient } from '../lib/query-client.ts';
import { useFailedLoad } from '../lib/use-failed-load.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorCard } from '../ui/error-card.tsx';
import { PageSteps } from '../ui/pagination.tsx';
import { usePrinting } from '../ui/printing.ts';
import { type SmallColumn, SmallTable } from '../ui/small-table.tsx';
import { pageOfRows } from './list-url.ts';
import { usePrintedQuery } from './printed-query.ts';

export interface PagedTableProps<Row> {
  title: string;
  columns: readonly SmallColumn<Row>[];
  /** All rows, if an external provider has sent them. */
  rows?: readonly Row[] | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the key of a query is the query's own
  query: (page: number, limit?: number) => UseQueryOptions<Page<Row>, Error, Page<Row>, any>;
  empty: string;
  failed: string;
  action?: ReactNode;
}

/** A titled table within details. It loads one page at a time, or all rows for printing (PAYO-04, PEOP-01). */
export function PagedTable<Row>({
  title,
  columns,
  rows,
  query: queryOf,
  empty,
  failed,
  action,
}: PagedTableProps<Row>) {
  const [page, setPage] = useState(1);
  const query = useQuery({ ...queryOf(page), enabled: rows === undefined });
  const failure = useFailedLoad(query, failed);
  const printing = usePrinting();
  const whole = usePrintedQuery(
    queryOf(1).queryKey,
    () => loadAllPages((page) => queryClient.fetchQuery(queryOf(page, MAX_ROWS))),
    printing === 'whole' && rows === undefined,
  );
  const onScreen = rows ? pageOfRows(rows, { page, rows: PAGE_SIZE }) : query.data;
  // A printed statement has every row (VIEW-09).
  const all = printing === null ? undefined : (rows ?? whole);
  const shown = all ? { rows: all, total: all.length, pageCount: 1 } : onScreen;
  return (
    <section aria-label={title} className="grid gap-1">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">
          {title}
          {shown && (
            <span translate="no" className="numeric text-ink-faint">
              {' '}
              ({formatCount(shown.total)})
            </span>
          )}
        </h3>
        <span className="flex flex-wrap items-center gap-3">
          {action}
          {shown && (
            <PageSteps
              page={page}
              pageCount={shown.pageCount}
              label={t('{title} pages', { title })}
              onPage={setPage}
            />
          )}
        </span>
      </div>
      {failure !== null && !shown ? (
        <ErrorCard title={t('Error Loading {title}', { title })} {...failure} />
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

export interface ExplainedSumProps<Row> {
  title: string;
  description: string;
  caption: string;
  columns: readonly SmallColumn<Row>[];
  page: { readonly rows: readonly Row[]; readonly total: number; readonly sumPaise: number } | undefined;
  keyOf: (row: Row) => string;
  pages?: { readonly current: number; readonly count: number; readonly onPage: (page: number) => void } | undefined;
  failure?: ReactNode;
  onClose: () => void;
}

/** The rows that make up a sum, with the sum below them. */
export function ExplainedSum<Row>(props: ExplainedSumProps<Row>) {
  const { title, description, caption, columns, page, keyOf, pages, failure, onClose } = props;
  return (
    <Dialog
      title={t('Breakdown of {title}', { title })}
      description={description}
      size="lg"
      isText
      onClose={onClose}
      footer={
        page && (
          <div className="flex w-full flex-wrap items-center justify-between gap-3">
            <p className="numeric">
              {richText(
                page.total === 1 ? '{count} row, which sums to {sum}' : '{count} rows, which sum to {sum}',
                {
                  count: <span translate="no">{formatCount(page.total)}</span>,
                  sum: <strong translate="no">{formatExactRupees(page.sumPaise)}</strong>,
                },
              )}
            </p>
            {pages && (
              <PageSteps
                page={pages.current}
                pageCount={pages.count}
                label={t('Pages of rows')}
                onPage={pages.onPage}
              />
            )}
          </div>
        )
      }
    >
      {failure || (
        <SmallTable
          caption={caption}
          columns={columns}
          rows={page?.rows}
          keyOf={keyOf}
          empty={t('There are no rows, so it is ₹0.')}
        />
      )}
    </Dialog>
  );
}
