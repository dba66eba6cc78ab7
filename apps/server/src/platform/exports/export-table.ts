import type { AppContext } from '../../context.ts';

/** The type of a column's values. Amounts are in paise, timestamps in ISO 8601. */
type CellType = 'text' | 'amount' | 'number' | 'timestamp';

/** A column of an exported table. Ids and phone numbers are text. */
export interface ExportColumn<R> {
  readonly heading: string;
  readonly type: CellType;
  readonly value: (row: R) => string | number | null | undefined;
}

/** A table that is sent while its rows are being read. */
export interface ExportTable<R> {
  /** The name in the file name: "payments". */
  readonly name: string;
  /** Whether `name` contains the days of the table; otherwise the file name gets the day of the export. */
  readonly isNamedByDays?: boolean;
  readonly columns: readonly ExportColumn<R>[];
  /** The number of rows when the export starts. */
  readonly rowCount: number;
  readonly pages: AsyncIterable<readonly R[]> | Iterable<readonly R[]>;
}

export const textColumn = <R>(heading: string, value: (row: R) => string | null | undefined): ExportColumn<R> => ({
  heading,
  type: 'text',
  value,
});

/** Defines a column with "Yes" and "No". */
export const flagColumn = <R>(heading: string, value: (row: R) => boolean | null | undefined): ExportColumn<R> => ({
  heading,
  type: 'text',
  value: (row) => {
    const isSet = value(row) ?? null;
    if (isSet === null) return null;
    return isSet ? 'Yes' : 'No';
  },
});

export const numberColumn = <R>(
  heading: string,
  value: (row: R) => number | null | undefined,
): ExportColumn<R> => ({ heading, type: 'number', value });

/** Defines a column of amounts in rupees. @param paise reads the amount */
export const amountColumn = <R>(
  heading: string,
  paise: (row: R) => number | null | undefined,
): ExportColumn<R> => ({
  heading: `${heading} (INR)`,
  type: 'amount',
  value: paise,
});

/** Defines a column of timestamps in the business time zone. */
export const timestampColumn = <R>(
  heading: string,
  value: (row: R) => string | null | undefined,
): ExportColumn<R> => ({ heading, type: 'timestamp', value });

export const rupeesOf = (paise: number): number => paise / 100;

/** Returns a function that formats timestamps as "2026-11-05 01:30:00". */
export function createTimestampFormatter(timeZone: string): (timestamp: string) => string {
  // The Swedish format of dates is that of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (timestamp) => format.format(new Date(timestamp));
}

/** Returns a file name such as "payments-2026-11-05.csv". */
export function datedFileName(
  name: string,
  extension: string,
  { now, settings }: Pick<AppContext, 'now' | 'settings'>,
): string {
  return `${name}-${now().toLocaleDateString('sv-SE', { timeZone: settings.timeZone })}.${extension}`;
}

/** Spreadsheets treat text that starts with one of these characters as a formula. */
const FORMULA_START = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** Marks the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA_START.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Returns a line as defined by RFC 4180. Text that looks like a formula gets a leading apostrophe. */
export const csvRow = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Yields the headings, then the rows of one page at a time. Timestamps are local. */
export async function* csvText<R>(
  { columns, pages }: Pick<ExportTable<R>, 'columns' | 'pages'>,
  timeZone: string,
): AsyncGenerator<string, void> {
  const local = createTimestampFormatter(timeZone);
  const cellsOf = (row: R) =>
    columns.map(({ type, value }) => {
      const found = value(row) ?? null;
      if (type === 'amount' && typeof found === 'number') return rupeesOf(found);
      return type === 'timestamp' && typeof found === 'string' ? local(found) : found;
    });
  yield BYTE_ORDER_MARK + csvRow(columns.map(({ heading }) => heading));
  for await (const rows of pages) yield rows.map((row) => csvRow(cellsOf(row))).join('');
}
