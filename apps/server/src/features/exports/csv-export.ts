import type { AppContext } from '../../context.ts';
import { BYTE_ORDER_MARK, csvRow } from './csv-row.ts';

/** A table that is written while it is read. */
export interface CsvExport {
  /** Without folder, in plain letters: "payments-2026-11-05.csv". */
  readonly fileName: string;
  /** How many rows will come, at the moment of the asking. */
  readonly rowCount: number;
  readonly text: AsyncIterable<string>;
}

type Cells = readonly (string | number | null)[];

/** The lines of a table: the headings, then each page of rows in one piece. */
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

/** A moment in SQL as a spreadsheet understands it, in the business time zone. */
export const timestampCell = (column: string): string =>
  `to_char(nullif(${column}, '-infinity') AT TIME ZONE business_time_zone(), 'YYYY-MM-DD HH24:MI:SS')`;
