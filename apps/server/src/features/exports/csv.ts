import type { AppContext } from '../../context.ts';

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

/** An amount as a number of rupees, to the paisa. */
export const rupeesCell = (paise: number | null): number | null => (paise === null ? null : paise / 100);

/** A table that is sent while it is read. */
export interface CsvExport {
  /** In plain letters: "payments-2026-11-05.csv". */
  readonly fileName: string;
  /** The number of rows when the export starts. */
  readonly rowCount: number;
  readonly text: AsyncIterable<string>;
}

type Cells = readonly (string | number | null)[];

/** The headings, then each page of rows in one piece. */
export async function* csvText<R>(
  headings: readonly string[],
  pages: AsyncIterable<readonly R[]>,
  cellsOf: (row: R) => Cells,
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + csvRow(headings);
  for await (const rows of pages) yield rows.map((row) => csvRow(cellsOf(row))).join('');
}

/** "payments-2026-11-05.csv", by the day in the business time zone. */
export function datedFileName(name: string, { now, settings }: Pick<AppContext, 'now' | 'settings'>): string {
  // Swedish writes dates as ISO does.
  return `${name}-${now().toLocaleDateString('sv-SE', { timeZone: settings.timeZone })}.csv`;
}

/** A timestamp in SQL as a spreadsheet understands it, in the business time zone. */
export const timestampCell = (column: string): string =>
  `to_char(nullif(${column}, '-infinity') AT TIME ZONE business_time_zone(), 'YYYY-MM-DD HH24:MI:SS')`;
