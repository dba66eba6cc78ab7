import type { AppContext } from '../../context.ts';

/** What a column holds, which decides how a spreadsheet shows it. An amount is in paise, a timestamp ISO 8601 text. */
type CellType = 'text' | 'amount' | 'number' | 'timestamp';

/** A column of an export. Ids and phone numbers are text. */
export interface ExportColumn<R> {
  readonly heading: string;
  readonly type: CellType;
  readonly value: (row: R) => string | number | null | undefined;
}

/** A table that is sent while it is read. */
export interface ExportTable<R> {
  /** Of the file, in plain letters: "payments". */
  readonly name: string;
  /** The name ends with the days of the table; other files get the day of the export. */
  readonly isNamedByDays?: boolean;
  readonly columns: readonly ExportColumn<R>[];
  /** The number of rows when the export starts. */
  readonly rowCount: number;
  readonly pages: AsyncIterable<readonly R[]> | Iterable<readonly R[]>;
}

/** A column of text. */
export const textColumn = <R>(heading: string, value: (row: R) => string | null | undefined): ExportColumn<R> => ({
  heading,
  type: 'text',
  value,
});

/** A column of "Yes" and "No". */
export const flagColumn = <R>(heading: string, value: (row: R) => boolean | null | undefined): ExportColumn<R> => ({
  heading,
  type: 'text',
  value: (row) => {
    const isSet = value(row) ?? null;
    if (isSet === null) return null;
    return isSet ? 'Yes' : 'No';
  },
});

/** A column of numbers that are no amounts. */
export const numberColumn = <R>(
  heading: string,
  value: (row: R) => number | null | undefined,
): ExportColumn<R> => ({ heading, type: 'number', value });

/** A column of amounts in rupees. @param paise reads the amount in paise */
export const amountColumn = <R>(
  heading: string,
  paise: (row: R) => number | null | undefined,
): ExportColumn<R> => ({
  heading: `${heading} (INR)`,
  type: 'amount',
  value: paise,
});

/** A column of timestamps in the business time zone. */
export const timestampColumn = <R>(
  heading: string,
  value: (row: R) => string | null | undefined,
): ExportColumn<R> => ({ heading, type: 'timestamp', value });

/** An amount as a number of rupees, to the paisa. */
export const rupeesOf = (paise: number): number => paise / 100;

/** Formats timestamps in a time zone: "2026-11-05 01:30:00". */
export function localTimestamps(timeZone: string): (timestamp: string) => string {
  // Swedish writes dates as ISO does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (timestamp) => format.format(new Date(timestamp));
}

/** "payments-2026-11-05.csv", by the day in the business time zone. */
export function datedFileName(
  name: string,
  extension: string,
  { now, settings }: Pick<AppContext, 'now' | 'settings'>,
): string {
  return `${name}-${now().toLocaleDateString('sv-SE', { timeZone: settings.timeZone })}.${extension}`;
}

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
