import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { Skeleton } from './loading.tsx';

/** A column of a small table in a dialog. */
export interface SmallColumn<Row> {
  readonly header: string;
  readonly align?: 'end';
  /** Stays at the right edge while the other columns scroll under it. */
  readonly isPinned?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

export interface SmallTableProps<Row> {
  /** Names the table. */
  caption: string;
  columns: readonly SmallColumn<Row>[];
  /** Undefined while they load. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row, index: number) => string;
  empty: string;
}

const PINNED = 'sticky right-0 bg-overlay print:static';

/** A table in a dialog; it scrolls sideways in its own box. */
export function SmallTable<Row>({ caption, columns, rows, keyOf, empty }: SmallTableProps<Row>) {
  if (rows?.length === 0) return <p className="py-6 text-center text-ink-soft">{empty}</p>;
  return (
    <div
      role="group"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      className="-outline-offset-2 overflow-x-auto print:overflow-visible"
    >
      <table className="w-full text-sm whitespace-nowrap print:text-xs" aria-busy={!rows}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ header, align, isPinned }) => (
              <th
                key={header}
                scope="col"
                className={cn(
                  'px-2 py-2 text-xs font-medium whitespace-normal text-ink-faint wrap-normal',
                  align ? 'text-right' : 'text-left',
                  isPinned && PINNED,
                )}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(rows ?? Array.from({ length: 5 }, () => null)).map((row, index) => (
            <tr key={row === null ? `skeleton ${index}` : keyOf(row, index)} className="border-t border-line">
              {columns.map(({ header, align, isPinned, cell }) => (
                <td
                  key={header}
                  translate={align && 'no'}
                  className={cn('h-9 px-2', align && 'numeric text-right', isPinned && PINNED)}
                >
                  {row === null ? <Skeleton className="h-3 w-16" /> : cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
