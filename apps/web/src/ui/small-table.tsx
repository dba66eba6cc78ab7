import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { englishOf, type Message, t } from '../languages/text.ts';
import { cn } from './cn.ts';
import { Skeleton } from './loading.tsx';
import { usePrinting } from './printing.ts';
import { useBoxWidth } from './use-media-query.ts';

export interface SmallColumn<Row> {
  readonly header: Message;
  readonly align?: 'end';
  /** Whether page translation leaves the column unchanged, which is always so for a column with `align` (TOUGH-02). */
  readonly isName?: boolean;
  /** Whether it remains a separate column when the others are stacked; by default the last column does. */
  readonly isMain?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

export interface SmallTableProps<Row> {
  caption: string;
  columns: readonly SmallColumn<Row>[];
  rows: readonly Row[] | undefined;
  keyOf: (row: Row, index: number) => string;
  empty: string;
}

/**
 * A table in a dialog. Columns that do not fit are stacked below the first one; the main column stays separate
 * (PEOP-05).
 */
export function SmallTable<Row>({ caption, columns, rows, keyOf, empty }: SmallTableProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const width = useBoxWidth(box);
  const isPrinted = usePrinting() !== null;
  // The width that the columns need, set once they did not fit.
  const [needed, setNeeded] = useState(0);
  const isStacked = !isPrinted && width !== null && width < needed;
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = box.current ?? {};
    if (!isStacked && !isPrinted && scrollWidth > clientWidth) setNeeded(scrollWidth);
  });
  if (rows?.length === 0) return <p className="py-6 text-center text-ink-soft">{empty}</p>;
  const shown = isStacked ? stackColumns(columns) : columns;
  return (
    <div
      ref={box}
      role="group"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      className="-outline-offset-2 scroll-sign print:overflow-visible"
    >
      <table className="w-full text-sm whitespace-nowrap print:text-xs" aria-busy={!rows}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {shown.map(({ header, align }) => (
              <th
                key={englishOf(header)}
                scope="col"
                className={cn(
                  'px-2 py-2 text-xs font-medium whitespace-normal text-ink-faint wrap-normal',
                  align ? 'text-right' : 'text-left',
                )}
              >
                {t(header)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(rows ?? Array.from({ length: 5 }, () => null)).map((row, index) => (
            <tr key={row === null ? `skeleton ${index}` : keyOf(row, index)} className="border-t border-line">
              {shown.map(({ header, align, isName, cell }) => (
                <td
                  key={englishOf(header)}
                  translate={align || isName ? 'no' : undefined}
                  className={cn('h-9 px-2', !isStacked && 'wrap-break-word', align && 'numeric text-right')}
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

const isEmpty = (content: ReactNode) => content === null || content === undefined || content === false;

/** Stacks all columns except the main one into the first column. */
function stackColumns<Row>(columns: readonly SmallColumn<Row>[]): readonly SmallColumn<Row>[] {
  const main = columns.find(({ isMain }) => isMain) ?? columns.at(-1);
  const [first, ...others] = columns.filter((column) => column !== main);
  if (first === undefined || main === undefined) return columns;
  const lines = (row: Row) =>
    others.map(({ header, align, isName, cell }) => ({ header, isKept: align || isName, content: cell(row) }));
  return [
    {
      header: first.header,
      cell: (row) => (
        <div className="grid gap-1 py-2 whitespace-normal other-language:min-w-44">
          <div translate={first.align || first.isName ? 'no' : undefined}>{first.cell(row)}</div>
          {lines(row).map(
            ({ header, isKept, content }) =>
              !isEmpty(content) && (
                <div
                  key={englishOf(header)}
                  className="numeric flex min-h-6 flex-wrap items-center gap-x-1.5 text-xs text-ink-soft"
                >
                  {t(header)}{' '}
                  <span translate={isKept ? 'no' : undefined} className="min-w-0 text-ink *:whitespace-normal">
                    {content}
                  </span>
                </div>
              ),
          )}
        </div>
      ),
    },
    main,
  ];
}
