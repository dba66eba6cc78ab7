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
