import { MAX_SETTLEMENT_LINES } from '@wayside/contract/settlements';
import { unzipSync } from 'fflate';
import { readXlsx } from 'hucre';
import {
  BankResultError,
  bankFileText,
  cleanCell,
  csvRecords,
  FOOTER,
  headingForm,
  isBlank,
  MAX_BANNER_LINES,
  SEPARATOR_LINE,
  SEPARATORS,
} from '../bank-files/parse-bank-results.ts';
import type { Column, SettlementProfile } from './settlement-profile.ts';

/** What is wrong with a line. */
export interface LineIssue {
  readonly line: number;
  readonly issue: string;
}

/** A file that cannot be read; its message and its issues are for the person who gave it. */
export class SettlementFileError extends Error {
  readonly issues: readonly LineIssue[];

  constructor(message: string, issues: readonly LineIssue[] = []) {
    super(message);
    this.issues = issues;
  }
}

/** The text of a file in any encoding that banks use. @throws SettlementFileError */
export function* readText(content: Buffer): Generator<string> {
  try {
    yield* bankFileText([content]);
  } catch (error) {
    throw asSettlementFileError(error);
  }
}

const asSettlementFileError = (error: unknown): unknown =>
  error instanceof BankResultError ? new SettlementFileError(error.message) : error;

interface TableRow {
  readonly line: number;
  readonly row: readonly string[];
}

const ZIP = '504b0304';
/** Of a workbook when it is unpacked, against archives that unpack to more than the memory. */
const MAX_UNPACKED_BYTES = 400_000_000;

async function* workbookRows(content: Buffer): AsyncGenerator<TableRow> {
  let sheets: Awaited<ReturnType<typeof readXlsx>>['sheets'];
  try {
    let unpacked = 0;
    unzipSync(content, {
      filter: ({ originalSize }) => {
        unpacked += originalSize;
        return false;
      },
    });
    if (unpacked > MAX_UNPACKED_BYTES) throw new SettlementFileError('This workbook is too large.');
    ({ sheets } = await readXlsx(content, { maxRows: MAX_SETTLEMENT_LINES + 100 }));
  } catch (error) {
    if (error instanceof SettlementFileError) throw error;
    throw new SettlementFileError('This workbook cannot be read. Save it again as XLSX or CSV.');
  }
  let line = 0;
  for (const { rows } of sheets) for (const row of rows) yield { line: ++line, row: row.map(cellText) };
}

const cellText = (value: unknown): string =>
  value instanceof Date ? value.toISOString().slice(0, 10) : String(value ?? '');

async function* textRows(profile: SettlementProfile, content: Buffer): AsyncGenerator<TableRow> {
  const text = readText(content);
  const first = text.next();
  if (first.done) return;
  const beginning = first.value;
  const stated = SEPARATOR_LINE.exec(beginning.split('\n', 1)[0] ?? '')?.[1];
  const isHeading = (line: string, separator: string) =>
    findHeadings(
      profile,
      line.split(separator).map((cell) => cell.replaceAll('"', '')),
    ) !== null;
  const lines = beginning.split('\n', MAX_BANNER_LINES + 5);
  const delimiter = stated ?? SEPARATORS.find((each) => lines.some((line) => isHeading(line, each))) ?? ',';
  function* pieces() {
    yield beginning;
    yield* text;
  }
  try {
    for await (const { record, line } of csvRecords(pieces(), delimiter)) yield { line, row: record };
  } catch (error) {
    throw asSettlementFileError(error);
  }
}

export type CellName = keyof NonNullable<SettlementProfile['columns']>;
/** The cells of a line by what they are; a column that the file does not have is ''. */
export type Cells = Readonly<Record<CellName, readonly string[]>>;
/** Places of each column among the headings, -1 where there is none. */
type Places = Readonly<Record<CellName, readonly number[]>>;

const NAMES = [
  ...[
    'type',
    'reference',
    'payment',
    'order',
    'bankReference',
    'amount',
    'credit',
    'debit',
    'direction',
    'fee',
    'tax',
  ],
  ...['net', 'day', 'settledOn', 'settlement', 'utr', 'narration', 'balance'],
] as readonly CellName[];

const byName = <T>(cellsOf: (name: CellName) => T): Record<CellName, T> =>
  Object.fromEntries(NAMES.map((name) => [name, cellsOf(name)])) as Record<CellName, T>;

function columnsOf({ columns }: SettlementProfile, name: CellName): readonly Column[] {
  if (columns === undefined) return [];
  if (name === 'order' || name === 'fee' || name === 'tax') return columns[name];
  const column = columns[name];
  return column === undefined ? [] : [column];
}

/** Where the columns are if the row has the headings; a row needs those of the day and of an amount. */
function findHeadings(profile: SettlementProfile, row: readonly string[]): Places | null {
  const headings = row.map(headingForm);
  const placeOf = (column: Column) =>
    [column].flat().reduce((found, name) => (found >= 0 ? found : headings.indexOf(headingForm(name))), -1);
  const places: Places = byName((name) => columnsOf(profile, name).map(placeOf));
  const has = (name: CellName) => places[name].some((place) => place >= 0);
  const isComplete = has('day') && (has('amount') || (has('credit') && has('debit')));
  const needsType = profile.kind === 'bank' || has('type');
  return isComplete && needsType ? places : null;
}

/** The lines of a table among banner, summary, headings, blank lines and footers, in CSV or XLSX. @throws SettlementFileError */
export async function* tableLines(
  profile: SettlementProfile,
  content: Buffer,
): AsyncGenerator<{ readonly line: number; readonly cells: Cells }> {
  const isWorkbook = content.subarray(0, 4).toString('hex') === ZIP;
  let places: Places | null = null;
  for await (const { line, row } of isWorkbook ? workbookRows(content) : textRows(profile, content)) {
    const cleaned = row.map(cleanCell);
    if (cleaned.every(isBlank)) continue;
    const found = findHeadings(profile, cleaned);
    if (found !== null) {
      places = found;
      continue;
    }
    // Before the headings is a banner, and before those of the details the summary of a report.
    if (places === null) continue;
    const at = places;
    const cells: Cells = byName((name) => at[name].map((place) => cleaned[place] ?? ''));
    // A footer has no day.
    if (!/\d/.test(cells.day[0] ?? '') || FOOTER.test(cleaned.find((cell) => !isBlank(cell)) ?? '')) {
      if (
        [cells.amount, cells.credit, cells.debit].some((amounts) => amounts.some(isAmount)) &&
        hasReference(cells)
      )
        throw new SettlementFileError('Nothing was stored.', [{ line, issue: 'It has no day.' }]);
      continue;
    }
    yield { line, cells };
  }
  if (places === null)
    throw new SettlementFileError(`This isn’t a ${profile.label} file: the line with its headings is missing.`);
}

/** An amount in rupees, or in paise. */
export const AMOUNT = /^[-+]?\d{1,13}(?:\.\d{1,2}0*)?$/;
/** The text of an amount without currency, grouping and brackets. */
export const plainAmount = (text: string): string =>
  text
    .replaceAll(/[₹,\s]|INR|Rs\.?/gi, '')
    .replace(/^\((.*)\)$/, '-$1')
    .replace(/−/, '-');
export const isAmount = (text: string): boolean =>
  AMOUNT.test(plainAmount(text)) && Number(plainAmount(text)) !== 0;
const hasReference = ({ reference, payment, bankReference }: Cells): boolean =>
  [reference, payment, bankReference].some(([cell]) => /\d{4}/.test(cell ?? ''));
