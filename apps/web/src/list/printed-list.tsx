import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { Page } from '@wayside/contract/wire/paging';
import { createPortal } from 'react-dom';
import { englishOf, t } from '../languages/text.ts';
import { loadAllPages, MAX_ROWS } from '../lib/call-page.ts';
import { config } from '../lib/config.ts';
import { formatCount, formatDateTime } from '../lib/format.ts';
import { queryClient, UNCACHED_OPTIONS } from '../lib/query-client.ts';
import type { Printing } from '../ui/printing.ts';
import type { ListColumn, ListRows } from './list-definition.ts';
import { isDateRangeReversed, type ListView } from './list-url.ts';
import { usePrintedQuery } from './printed-query.ts';

export interface PrintedListProps<Row> {
  heading: string;
  filters: readonly string[];
  columns: readonly ListColumn<Row>[];
  idOf: ListRows<Row>['idOf'];
  rows: readonly Row[];
  total: number | undefined;
}

/** The printed form of a list, with all columns (VIEW-09). The list on the screen is not printed. */
export function PrintedList<Row>({ heading, filters, columns, idOf, rows, total }: PrintedListProps<Row>) {
  const isPart = total !== undefined && total > rows.length;
  return createPortal(
    <div data-printed="" className="hidden text-xs print:block">
      <header className="pb-3">
        <p className="text-ink-soft">{config().brand}</p>
        <h1 className="text-lg font-semibold">
          {heading}
          {total !== undefined && ` (${formatCount(total)})`}
        </h1>
        <p className="text-ink-soft">
          {[
            ...filters,
            ...(isPart ? [t('{count} of {total} rows', { count: rows.length, total })] : []),
            t('Printed {date}', { date: formatDateTime(new Date()) }),
          ].join(' · ')}
        </p>
      </header>
      <table className="w-full border-collapse [&_.line-clamp-2]:line-clamp-none [&_.numeric]:whitespace-nowrap [&_.truncate]:whitespace-normal">
        <thead>
          <tr>
            {columns.map(({ header, width, align }) => (
              <th
                key={englishOf(header)}
                style={width.endsWith('%') ? { width } : undefined}
                className={`border-b border-ink px-1 py-1 font-medium wrap-normal ${align ? 'text-right' : 'text-left'}`}
              >
                {t(header)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={idOf(row) || index} className="align-top">
              {columns.map(({ header, align, cell }) => (
                <td
                  key={englishOf(header)}
                  className={`max-w-72 border-b border-line px-1 py-1 ${align ? 'numeric text-right wrap-normal' : ''}`}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  );
}

const MAX_PAGES = 10;

/**
 * Loads the first 1,000 rows of a view for printing (VIEW-09). @returns undefined until they are loaded, and with an
 * external provider
 */
export function usePrintedRows<Row, F extends string, A, K extends QueryKey>(
  query: (view: ListView<F>) => UseQueryOptions<A, Error, Page<Row>, K>,
  view: ListView<F>,
  printing: Printing,
): readonly Row[] | undefined {
  const isWanted = printing === 'whole' && !isDateRangeReversed(view);
  const load = () =>
    loadAllPages(async (page) => {
      const { queryKey, queryFn, select } = query({ ...view, page, rows: MAX_ROWS });
      const response = await queryClient.fetchQuery<A, Error, A, K>({
        ...UNCACHED_OPTIONS,
        queryKey,
        ...(queryFn ? { queryFn } : {}),
      });
      return select ? select(response) : (response as Page<Row> & A);
    }, MAX_PAGES);
  const data = usePrintedQuery(query(view).queryKey, load, isWanted);
  return isWanted ? data : undefined;
}
