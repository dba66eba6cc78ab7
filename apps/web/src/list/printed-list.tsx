import { createPortal } from 'react-dom';
import { config } from '../lib/config.ts';
import { formatCount, formatDateTime } from '../lib/format.ts';
import type { ListColumn, ListRows } from './list-definition.ts';

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
