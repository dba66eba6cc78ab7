/** What a spreadsheet would take for a formula when a text begins with it, also in full width. */
const FORMULA_START = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** So that spreadsheets read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA_START.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** One line of a table as RFC 4180 has it. A text that a spreadsheet would reckon with is preceded by an apostrophe. */
export const csvRow = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`;

/** An amount as a number of rupees, to the paisa. */
export const rupeesCell = (paise: number | null): number | null => (paise === null ? null : paise / 100);
