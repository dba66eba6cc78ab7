import { formatColumnRupees, formatDate, formatExactRupees, formatTime, NOT_AVAILABLE } from '../lib/format.ts';
import type { ColumnSort, ListColumn } from './list-definition.ts';

/** A column of amounts. */
export const moneyColumn = <Row,>(
  header: string,
  width: string,
  paiseOf: (row: Row) => number | null | undefined,
  sort?: ColumnSort,
): ListColumn<Row> => ({
  header,
  width,
  align: 'end',
  className: 'font-medium',
  ...(sort ? { sort } : {}),
  cell: (row) => formatExactRupees(paiseOf(row)),
});

/** A column of payments out, always with two decimals (PEOP-05). */
export const ledgerColumn = <Row,>(
  header: string,
  width: string,
  paiseOf: (row: Row) => number,
): ListColumn<Row> => ({
  ...moneyColumn(header, width, paiseOf),
  cell: (row) => formatColumnRupees(paiseOf(row)),
});

/** A column of names; the tooltip shows the whole name. */
export const nameColumn = <Row,>(header: string, width: string, nameOf: (row: Row) => string): ListColumn<Row> => ({
  header,
  width,
  cell: (row) => (
    <span translate="no" className="block truncate font-medium" data-tip={nameOf(row)}>
      {nameOf(row)}
    </span>
  ),
});

/** A date with its time below. */
export function Timestamp({ at }: { at: string | null }) {
  if (at === null) return NOT_AVAILABLE;
  return (
    <time dateTime={at} className="numeric whitespace-nowrap">
      <span className="block">{formatDate(at)}</span>
      <span className="block text-ink-soft">{formatTime(at)}</span>
    </time>
  );
}
