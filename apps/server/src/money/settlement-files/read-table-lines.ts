import { setImmediate } from 'node:timers/promises';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import { MAX_SETTLEMENT_LINES } from '@wayside/contract/settlements';
import { unzipSync } from 'fflate';
import { readXlsx } from 'hucre';
import { BankResultError, bankFileText, tableText } from '../bank-files/bank-file-text.ts';
import {
  cleanCell,
  csvRecords,
  FOOTER,
  isBlank,
  MAX_BANNER_LINES,
  normalizeHeading,
  SEPARATOR_LINE,
  SEPARATORS,
} from '../bank-files/parse-bank-results.ts';
import type { Column, SettlementProfile } from './settlement-profile.ts';

export interface LineIssue {
  readonly line: number;
  readonly issue: Sentence;
}

/** Thrown for a file that cannot be read. Its message and issues are shown to the user who uploaded the file. */
export class SettlementFileError extends Error {
  readonly sentence: Sentence;
  readonly issues: readonly LineIssue[];

  constructor(said: Sentence, issues: readonly LineIssue[] = []) {
    super(said.message);
    this.sentence = said;
    this.issues = issues;
  }
}

export const tooManyLines = (): SettlementFileError =>
  new SettlementFileError(sentence('too_many_lines', { most: MAX_SETTLEMENT_LINES.toLocaleString('en-IN') }));

/** Thrown for a table without the headings of the profile. */
export class HeadingsError extends SettlementFileError {}

const PIECE_BYTES = 65_536;

/** Splits a file into pieces, so that a large file is not also held in memory as a text. */
function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += PIECE_BYTES)
    yield content.subarray(start, start + PIECE_BYTES);
}

/** Yields the text of a file in any encoding that banks use. @throws SettlementFileError */
export function* readText(content: Buffer): Generator<string> {
  try {
    yield* bankFileText(piecesOf(content));
  } catch (error) {
    throw asSettlementFileError(error);
  }
}

const asSettlementFileError = (error: unknown): unknown =>
  error instanceof BankResultError
    ? new SettlementFileError(error.sentence.code === 'no_text_file' ? INVALID_TABLE_FILE : error.sentence)
    : error;
const INVALID_TABLE_FILE = sentence('no_table_file');

interface TableRow {
  readonly line: number;
  readonly row: readonly string[];
}

const ZIP = '504b0304';
/** The maximum number of rows in a table, including banner, headings, summary and footers. */
const MAX_ROWS = MAX_SETTLEMENT_LINES + 100;
const ROWS_PER_BATCH = 1_000;
/** Maximum unpacked size of a workbook: reading it takes six times as much memory. */
const MAX_UNPACKED_BYTES = 30_000_000;

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
    if (unpacked > MAX_UNPACKED_BYTES) throw new SettlementFileError(sentence('workbook_too_large'));
    ({ sheets } = await readXlsx(content, { maxRows: MAX_ROWS }));
  } catch (error) {
    if (error instanceof SettlementFileError) throw error;
    throw new SettlementFileError(sentence('workbook_unreadable'));
  }
  let line = 0;
  for (const { rows } of sheets)
    for (const row of rows) {
      // Gives other requests a turn, because the rows are already in memory and the loop would block them.
      if (line % ROWS_PER_BATCH === 0) await setImmediate();
      yield { line: ++line, row: row.map(cellText) };
    }
}

const cellText = (value: unknown): string =>
  value instanceof Date ? value.toISOString().slice(0, 10) : String(value ?? '');

async function* textRows(profile: SettlementProfile, content: Buffer): AsyncGenerator<TableRow> {
  const text = tableText(bankFileText(piecesOf(content)));
  try {
    const first = text.next();
    if (first.done) return;
    const beginning = first.value;
    function* pieces() {
      yield beginning;
      yield* text;
    }
    for await (const { record, line } of csvRecords(pieces(), delimiterOf(profile, beginning)))
      yield { line, row: record };
  } catch (error) {
    throw asSettlementFileError(error);
  }
}

/** Returns the delimiter that the file declares, or else the one that splits a line into the headings. */
function delimiterOf(profile: SettlementProfile, beginning: string): string {
  const stated = SEPARATOR_LINE.exec(beginning.split('\n', 1)[0] ?? '')?.[1];
  const isHeading = (line: string, separator: string) =>
    findHeadings(
      profile,
      line.split(separator).map((cell) => cell.replaceAll('"', '')),
    ) !== null;
  const lines = beginning.split('\n', MAX_BANNER_LINES + 5);
  return stated ?? SEPARATORS.find((each) => lines.some((line) => isHeading(line, each))) ?? ',';
}

export type CellName = keyof NonNullable<SettlementProfile['columns']>;
/** The cells of a line by column name. A column that the file does not have is ''. */
export type Cells = Readonly<Record<CellName, readonly string[]>>;
/** The position of each column among the headings; -1 if it is missing. */
type ColumnIndexes = Readonly<Record<CellName, readonly number[]>>;

const NAMES = [
  ...[
    'type',
    'reference',
    'payment',
    'order',
    'bankReference',
    'amount',
    'currency',
    'credit',
    'debit',
    'direction',
    'fee',
    'tax',
  ],
  ...['net', 'day', 'settledOn', 'settlement', 'utr', 'narration', 'balance'],
] as readonly CellName[];

const mapCellNames = <T>(cellsOf: (name: CellName) => T): Record<CellName, T> =>
  Object.fromEntries(NAMES.map((name) => [name, cellsOf(name)])) as Record<CellName, T>;

function columnsOf({ columns }: SettlementProfile, name: CellName): readonly Column[] {
  if (columns === undefined) return [];
  if (name === 'order' || name === 'fee' || name === 'tax') return columns[name];
  const column = columns[name];
  return column === undefined ? [] : [column];
}

type MissingColumnCode = 'needs_day' | 'needs_amount' | 'needs_amount_taken' | 'needs_type' | 'needs_id';

/** Returns the required columns: a description and the columns, one of which is enough. */
const requiredColumns = ({
  kind,
}: SettlementProfile): readonly (readonly [what: MissingColumnCode, ...names: CellName[]])[] => [
  ['needs_day', 'day'],
  ['needs_amount', 'amount', 'credit'],
  ['needs_amount_taken', 'amount', 'debit'],
  ...(kind === 'gateway'
    ? ([
        ['needs_type', 'type'],
        ['needs_id', 'reference', 'payment', 'order'],
      ] as const)
    : []),
];

/** Returns the positions of the columns if the row has the headings, and null otherwise. */
const findHeadings = (profile: SettlementProfile, row: readonly string[]): ColumnIndexes | null => {
  const indexes = findColumnIndexes(profile, row);
  return findMissingColumns(profile, indexes).length === 0 ? indexes : null;
};

const hasColumn = (indexes: ColumnIndexes, name: CellName): boolean => indexes[name].some((index) => index >= 0);

/** Returns the required columns that are missing from a row of headings. */
const findMissingColumns = (profile: SettlementProfile, indexes: ColumnIndexes) =>
  requiredColumns(profile).filter(([, ...names]) => !names.some((name) => hasColumn(indexes, name)));

const forms = new Map<string, string>();

/**
 * Returns the normalized form of a profile's heading. It is cached, because each row of a file is compared with all
 * headings.
 */
function normalizedHeading(heading: string): string {
  const form = forms.get(heading) ?? normalizeHeading(heading);
  forms.set(heading, form);
  return form;
}

function findColumnIndexes(profile: SettlementProfile, row: readonly string[]): ColumnIndexes {
  const headings = row.map(normalizeHeading);
  const findIndex = (column: Column) =>
    [column].flat().reduce((found, name) => (found >= 0 ? found : headings.indexOf(normalizedHeading(name))), -1);
  return mapCellNames((name) => columnsOf(profile, name).map(findIndex));
}

const MAX_NAMED_HEADINGS = 8;
const quoted = (heading: string): string => `“${heading}”`;

/**
 * Remembers the row that is most similar to the headings of the profile, and reports which headings it has and lacks.
 */
class ClosestRow {
  readonly #profile: SettlementProfile;
  #missing: ReturnType<typeof findMissingColumns> | null = null;
  #found: readonly string[] = [];
  #line = 0;

  constructor(profile: SettlementProfile) {
    this.#profile = profile;
  }

  add(row: readonly string[], line: number): void {
    const places = findColumnIndexes(this.#profile, row);
    const missing = findMissingColumns(this.#profile, places);
    if (missing.length >= (this.#missing?.length ?? requiredColumns(this.#profile).length)) return;
    this.#missing = missing;
    const known = new Set(Object.values(places).flat());
    this.#found = row.filter((_heading, place) => known.has(place));
    this.#line = line;
  }

  error(lineCount: number): SettlementFileError {
    if (lineCount === 0) return new SettlementFileError(sentence('settlement_file_empty'));
    const { label } = this.#profile;
    if (this.#missing === null)
      return new HeadingsError(
        sentence('no_line_has_headings', { format: label, needs: this.#wanted(requiredColumns(this.#profile)) }),
      );
    const found = this.#found.slice(0, MAX_NAMED_HEADINGS).map(quoted).join(', ');
    return new HeadingsError(
      sentence('line_has_some_headings', {
        ...{ format: label, line: this.#line, headings: found },
        needs: this.#wanted(this.#missing),
      }),
    );
  }

  /** Lists the required columns with example headings. */
  #wanted([need, ...others]: ReturnType<typeof requiredColumns>): Sentence {
    if (need === undefined) throw new Error('nothing is missing');
    const [what, ...names] = need;
    const known = names.flatMap((name) => columnsOf(this.#profile, name).flat()).map(quoted);
    const first = sentence(what, { headings: [...new Set(known)].slice(0, 3).join(', ') });
    return others.length === 0 ? first : sentence('both_needed', { first, second: this.#wanted(others) });
  }
}

export async function hasHeadings(profile: SettlementProfile, content: Buffer): Promise<boolean> {
  let rowCount = 0;
  try {
    for await (const { row } of tableRows(profile, content)) {
      if (findHeadings(profile, row.map(cleanCell)) !== null) return true;
      if (++rowCount > MAX_BANNER_LINES) return false;
    }
  } catch (error) {
    // If the file uses another separator, a quotation mark may start a cell that is never closed.
    if (!(error instanceof SettlementFileError)) throw error;
  }
  return false;
}

function tableRows(profile: SettlementProfile, content: Buffer): AsyncGenerator<TableRow> {
  const isWorkbook = content.subarray(0, 4).toString('hex') === ZIP;
  return isWorkbook ? workbookRows(content) : textRows(profile, content);
}

/**
 * Yields the data lines of a CSV or XLSX table, without banner, summary, headings, blank lines and footers. @throws
 * SettlementFileError
 */
export async function* tableLines(
  profile: SettlementProfile,
  content: Buffer,
): AsyncGenerator<{ readonly line: number; readonly cells: Cells }> {
  let places: ColumnIndexes | null = null;
  let lineCount = 0;
  let rowCount = 0;
  const closest = new ClosestRow(profile);
  for await (const { line, row } of tableRows(profile, content)) {
    rowCount += 1;
    if (rowCount > MAX_ROWS) throw tooManyLines();
    const cleaned = row.map(cleanCell);
    if (cleaned.every(isBlank)) continue;
    lineCount += 1;
    const found = findHeadings(profile, cleaned);
    if (found !== null) {
      places = found;
      continue;
    }
    // A banner precedes the headings. In some reports a summary precedes the headings of the details.
    if (places === null) {
      closest.add(cleaned, line);
      continue;
    }
    const at = places;
    const cells: Cells = mapCellNames((name) => at[name].map((place) => cleaned[place] ?? ''));
    // A footer has no day in the day column.
    if (!/\d/.test(cells.day[0] ?? '') || FOOTER.test(cleaned.find((cell) => !isBlank(cell)) ?? '')) {
      if (isCutOff(profile, cells))
        throw new SettlementFileError(sentence('nothing_stored'), [{ line, issue: sentence('line_no_day') }]);
      continue;
    }
    yield { line, cells };
  }
  if (places === null) throw closest.error(lineCount);
}

/**
 * Returns the line type that the profile assigns to the value in the type column. The value may equal a property name
 * such as "constructor".
 */
export function statedType({ types }: SettlementProfile, { type }: Cells) {
  const typeText = type.find((text) => text !== '')?.toLowerCase() ?? '';
  return Object.hasOwn(types, typeText) ? types[typeText] : undefined;
}

/** Checks whether a line without a day has content, and therefore is not a footer. */
const isCutOff = (profile: SettlementProfile, cells: Cells): boolean =>
  (statedType(profile, cells) ?? 'skip') !== 'skip' ||
  ([cells.amount, cells.credit, cells.debit].some((amounts) => amounts.some(isAmount)) && hasReference(cells));

/** An amount in rupees, or in paise. */
export const AMOUNT = /^[-+]?\d{1,13}(?:\.\d{1,2}0*)?$/;
/** Removes currency, grouping and brackets from an amount. */
export const plainAmount = (text: string): string =>
  text
    .replaceAll(/[₹,\s]|INR|Rs\.?/gi, '')
    .replace(/^\((.*)\)$/, '-$1')
    .replace(/−/, '-');
export const isAmount = (text: string): boolean =>
  AMOUNT.test(plainAmount(text)) && Number(plainAmount(text)) !== 0;
const hasReference = ({ reference, payment, bankReference }: Cells): boolean =>
  [reference, payment, bankReference].some(([cell]) => /\d{4}/.test(cell ?? ''));
