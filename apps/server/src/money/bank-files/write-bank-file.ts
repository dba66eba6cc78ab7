import type { BankProfile } from './bank-profile.ts';
import { dateText } from './bank-row.ts';

/** Beginnings that make a spreadsheet run a cell as a formula. `bankRow` makes none; a profile's own text may have one. */
const FORMULA = /^[=+\-@\t\r]+/;
const NEEDS_QUOTES = /[",\r\n]/;

function cellText(cell: string): string {
  const safe = cell.replace(FORMULA, '');
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The lines of a file, headings first where the bank requires them. No cell begins like a formula (BANK-07). */
export function* bankFileLines(
  { columns, file }: BankProfile,
  rows: Iterable<readonly string[]>,
): Generator<string, void> {
  const line = (cells: readonly string[]) => `${cells.map(cellText).join(',')}${file.lineEnd}`;
  if (file.hasHeadings) yield line(columns.map(({ heading }) => heading));
  for (const cells of rows) yield line(cells);
}

export interface FileNameFacts {
  readonly brand: string;
  /** "2026-11-05" */
  readonly day: string;
  /** The number of the file that day, from 1. */
  readonly number: number;
}

/** The name that the bank wants a file to have: "WAYSIDE0511.001". */
export const bankFileName = ({ file }: BankProfile, { brand, day, number }: FileNameFacts): string =>
  dateText(file.name, day)
    .replaceAll(
      '{brand}',
      brand
        .replaceAll(/[^A-Za-z0-9]/g, '')
        .toUpperCase()
        .slice(0, 12) || 'FILE',
    )
    .replaceAll('{number}', String(number).padStart(3, '0'));
