import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { Page } from '@wayside/contract/wire/paging';
import { createPortal } from 'react-dom';
import { allPages, MOST_ROWS } from '../lib/call-page.ts';
import { config } from '../lib/config.ts';
import { formatCount, formatDateTime } from '../lib/format.ts';
import { NOT_CACHED, queryClient } from '../lib/query-client.ts';
import type { Printing } from '../ui/printing.ts';
import type { ListColumn, ListRows } from './list-definition.ts';
import { areDaysReversed, type ListView } from './list-url.ts';

export interface PrintedListProps<Row> {
  heading: string;
  /** The search and the filters in force, as text. */
  filters: readonly string[];
  columns: readonly ListColumn<Row>[];
  idOf: ListRows<Row>['idOf'];
  rows: readonly Row[];
  /** The number of rows under these filters; undefined where it is not known. */
  total: number | undefined;
}

/** A list on paper, with all its columns and nothing cut (VIEW-09). It is separate from the screen, which is not printed. */
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
            ...(isPart ? [`${formatCount(rows.length)} of ${formatCount(total)} rows`] : []),
            `Printed ${formatDateTime(new Date())}`,
          ].join(' · ')}
        </p>
      </header>
      <table className="w-full border-collapse [&_.line-clamp-2]:line-clamp-none [&_.numeric]:whitespace-nowrap [&_.truncate]:whitespace-normal">
        <thead>
          <tr>
            {columns.map(({ header, width, align }) => (
              <th
                key={header}
                // Widths for the screen would leave paper too little for the names.
                style={width.endsWith('%') ? { width } : undefined}
                className={`border-b border-ink px-1 py-1 font-medium wrap-normal ${align ? 'text-right' : 'text-left'}`}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={idOf(row) || index} className="align-top">
              {columns.map(({ header, align, cell }) => (
                <td
                  key={header}
                  // A long text leaves the other columns their room.
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

/** How many calls a printed list takes at most. */
const MOST_PAGES = 10;

/**
 * The first 1,000 rows of a view, for printing more than the page on the screen (VIEW-09).
 * @returns undefined until they are there, and for another provider, whose pages may have any number of rows
 */
export function usePrintedRows<Row, F extends string, A, K extends QueryKey>(
  query: (view: ListView<F>) => UseQueryOptions<A, Error, Page<Row>, K>,
  view: ListView<F>,
  printing: Printing,
): readonly Row[] | undefined {
  const isWanted = printing === 'whole' && !areDaysReversed(view);
  const { data } = useQuery({
    ...NOT_CACHED,
    queryKey: ['printed', ...query(view).queryKey],
    enabled: isWanted,
    queryFn: () =>
      allPages(async (page) => {
        const { queryKey, queryFn, select } = query({ ...view, page, rows: MOST_ROWS });
        const answer = await queryClient.fetchQuery<A, Error, A, K>({
          ...NOT_CACHED,
          queryKey,
          ...(queryFn ? { queryFn } : {}),
        });
        return select ? select(answer) : (answer as Page<Row> & A);
      }, MOST_PAGES),
  });
  return isWanted ? data : undefined;
}
