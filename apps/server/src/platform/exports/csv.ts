import { type ExportTable, localTimestamps, rupeesOf } from './export-table.ts';

/** A spreadsheet takes text that starts with one of these, also in full width, for a formula. */
const FORMULA_START = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA_START.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** One line as in RFC 4180. Text that a spreadsheet would take for a formula starts with an apostrophe. */
export const csvRow = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`;

/** A table as CSV: the headings, then each page of rows in one piece. Timestamps are those of the time zone. */
export async function* csvText<R>(
  { columns, pages }: Pick<ExportTable<R>, 'columns' | 'pages'>,
  timeZone: string,
): AsyncGenerator<string, void> {
  const local = localTimestamps(timeZone);
  const cellsOf = (row: R) =>
    columns.map(({ type, value }) => {
      const found = value(row) ?? null;
      if (type === 'amount' && typeof found === 'number') return rupeesOf(found);
      return type === 'timestamp' && typeof found === 'string' ? local(found) : found;
    });
  yield BYTE_ORDER_MARK + csvRow(columns.map(({ heading }) => heading));
  for await (const rows of pages) yield rows.map((row) => csvRow(cellsOf(row))).join('');
}
