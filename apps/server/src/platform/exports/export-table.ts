import type { AppContext } from '../../context.ts';

/** Amounts are in paise, timestamps ISO 8601. */
type CellType = 'text' | 'amount' | 'number' | 'timestamp';

/** Ids and phone numbers are text. */
export interface ExportColumn<R> {
  readonly heading: string;
  readonly type: CellType;
  readonly value: (row: R) => string | number | null | undefined;
}

/** A table that is sent while it is read. */
export interface ExportTable<R> {
  /** "payments", for the file. */
  readonly name: string;
  /** The name has the table's days; other files get the day of the export. */
  readonly isNamedByDays?: boolean;
  readonly columns: readonly ExportColumn<R>[];
  /** At the start of the export. */
  readonly rowCount: number;
  readonly pages: AsyncIterable<readonly R[]> | Iterable<readonly R[]>;
}

export const textColumn = <R>(heading: string, value: (row: R) => string | null | undefined): ExportColumn<R> => ({
  heading,
  type: 'text',
  value,
});

/** "Yes" and "No". */
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

/** In rupees. @param paise reads the amount */
export const amountColumn = <R>(
  heading: string,
  paise: (row: R) => number | null | undefined,
): ExportColumn<R> => ({
  heading: `${heading} (INR)`,
  type: 'amount',
  value: paise,
});

/** In the business time zone. */
export const timestampColumn = <R>(
  heading: string,
  value: (row: R) => string | null | undefined,
): ExportColumn<R> => ({ heading, type: 'timestamp', value });

export const rupeesOf = (paise: number): number => paise / 100;

/** "2026-11-05 01:30:00". */
export function localTimestamps(timeZone: string): (timestamp: string) => string {
  // Swedish writes dates as ISO does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (timestamp) => format.format(new Date(timestamp));
}

/** "payments-2026-11-05.csv". */
export function datedFileName(
  name: string,
  extension: string,
  { now, settings }: Pick<AppContext, 'now' | 'settings'>,
): string {
  return `${name}-${now().toLocaleDateString('sv-SE', { timeZone: settings.timeZone })}.${extension}`;
}

/** Spreadsheets treat text with such a start as a formula. */
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

/** A line as in RFC 4180. A formula start gets an apostrophe. */
export const csvRow = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Headings, then a piece per page. Timestamps are local. */
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
