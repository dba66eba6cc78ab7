import { Readable } from 'node:stream';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import { isScientific, transactionIdIssue } from '@wayside/contract/wire/transaction-id';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { BankResultError, bankFileText, MAX_LINE_LENGTH, tableText } from './bank-file-text.ts';
import type { BankProfile, ResultStatus } from './bank-profile.ts';

/** Cell separators that spreadsheets use, depending on the system language and the format. */
export const SEPARATORS = [',', ';', '\t'] as const;
/** The line in which a spreadsheet states its separator. */
export const SEPARATOR_LINE = /^\s*"?sep=(.)"?[,;\t]*\s*$/i;
/** The maximum number of lines before the headings, or before the first payment of a file without headings. */
export const MAX_BANNER_LINES = 20;

/** Removes control characters and unpaired surrogates, which no bank writes and the database cannot store. */
const replaceControlCharacters = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();

/** Removes from a cell the characters that make a spreadsheet treat it as text: `'0012` and `="0012"` (BANK-06). */
export const cleanCell = (cell: string): string =>
  replaceControlCharacters(
    replaceControlCharacters(cell)
      .replace(/^['’]/u, '')
      .replace(/^="(.*)"$/su, '$1')
      .replace(/^['’]/u, ''),
  );

export const normalizeHeading = (heading: string): string =>
  cleanCell(heading).normalize('NFKC').replaceAll(/\s+/g, ' ').toLowerCase();

export const isBlank = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text);

/** The last lines of a report or of a page of it. */
export const FOOTER =
  /^[^\p{L}\p{N}]*(?:(?:grand|sub|page|net) ?-?)?(?:totals?\b|end of\b|page \d|no\.? of\b|number of\b|count\b|records?\b|generated\b|report\b|printed\b|disclaimer\b|note\b|this is a\b)/iu;

/** A reference contains a digit and no space. */
const CAN_BE_REFERENCE = /^\S*\d\S*$/;

type Cell = 'reference' | 'status' | 'amount' | 'transactionId' | 'account' | 'upiId' | 'reason';
const CELLS = ['reference', 'status', 'amount', 'transactionId', 'account', 'upiId', 'reason'] as const;
const REQUIRED = ['reference', 'status', 'amount'] as const;

/** A line that may contain a payment. A cell that the file does not have is ''. */
export interface BankFileRecord {
  readonly line: number;
  readonly cells: Readonly<Record<Cell, string>>;
}

/** Finds the payment lines of a bank result file among banner, headings, blank lines and footers (BANK-06). */
export class BankFileLines {
  readonly delimiter: string;
  readonly #profile: BankProfile;
  readonly #statuses: ReadonlyMap<string, ResultStatus>;
  readonly #hasSeparatorLine: boolean;
  #headings: readonly string[] | null = null;
  #bannerLines = 0;
  #hasPayment = false;
  /** The first column missing from the best-matching header line. */
  #missing: { readonly count: number; readonly column: string } | null = null;

  /** @param beginning complete lines from the start of the text */
  constructor(profile: BankProfile, beginning: string) {
    this.#profile = profile;
    this.#statuses = new Map(
      Object.entries(profile.answer.statuses).map(([word, status]) => [word.toLowerCase(), status]),
    );
    const [first = ''] = beginning.split('\n', 1);
    const stated = SEPARATOR_LINE.exec(first)?.[1];
    this.#hasSeparatorLine = stated !== undefined;
    this.delimiter = stated ?? this.#likelySeparator(beginning);
  }

  /** Returns the separator that splits a line into the headings, or else the most frequent one. */
  #likelySeparator(beginning: string): string {
    const lines = beginning.split('\n', MAX_BANNER_LINES + 5);
    const scoreOf = (separator: string) =>
      Math.max(
        ...lines.map((line) => {
          const cells = line.split(separator);
          const headings = cells.map((cell) => normalizeHeading(cell.replaceAll('"', '')));
          return this.#profile.answer.hasHeadings && findMissingHeadings(this.#profile, headings).length === 0
            ? 100_000 + cells.length
            : cells.length;
        }),
      );
    return SEPARATORS.reduce((most, each) => (scoreOf(each) > scoreOf(most) ? each : most));
  }

  /**
   * @param line the line number in the file, from 1 @returns null for a line without a payment
   * @throws BankResultError if the headings are not among the first lines
   */
  next(record: readonly string[], line: number): BankFileRecord | null {
    if (this.#hasSeparatorLine && line === 1) return null;
    const row = record.map(cleanCell);
    if (row.every(isBlank)) return null;
    if (this.#profile.answer.hasHeadings && this.#readHeading(row)) return null;
    const found = { line, cells: this.#cellsOf(row) };
    if (this.#isBanner(found) || this.#isFooter(found, row)) return null;
    this.#hasPayment = true;
    return found;
  }

  /** @throws BankResultError if the headings were not found */
  end(): void {
    if (this.#profile.answer.hasHeadings && this.#headings === null && this.#missing !== null)
      throw this.#noHeadings();
  }

  statusOf({ cells }: BankFileRecord): ResultStatus | undefined {
    return this.#statuses.get(cells.status.toLowerCase());
  }

  /** @returns whether the line precedes the headings or is a line of headings, which each page may repeat */
  #readHeading(row: readonly string[]): boolean {
    const headings = row.map(normalizeHeading);
    if (this.#headings !== null) return headings.join('\n') === this.#headings.join('\n');
    const missing = findMissingHeadings(this.#profile, headings);
    const [column] = missing;
    if (column === undefined) this.#headings = headings;
    else {
      this.#bannerLines += 1;
      if (missing.length < (this.#missing?.count ?? Number.POSITIVE_INFINITY))
        this.#missing = { count: missing.length, column };
      if (this.#bannerLines > MAX_BANNER_LINES) throw this.#noHeadings();
    }
    return true;
  }

  #noHeadings(): BankResultError {
    return new BankResultError(
      sentence('no_results_of_bank', { bank: this.#profile.label, column: this.#missing?.column ?? '' }),
    );
  }

  #cellsOf(row: readonly string[]): Record<Cell, string> {
    const cellOf = (column: string | number | undefined): string => {
      if (column === undefined) return '';
      const index =
        typeof column === 'number' ? column - 1 : (this.#headings ?? []).indexOf(normalizeHeading(column));
      return row[index] ?? '';
    };
    const { answer: response } = this.#profile;
    const cells = CELLS.map((name) => [name, cellOf(response[name])] as const);
    return Object.fromEntries(cells) as Record<Cell, string>;
  }

  /**
   * Checks whether a line before the first payment of a file without headings is a banner line: it has no status, and
   * no digits as amount or reference.
   */
  #isBanner(found: BankFileRecord): boolean {
    if (this.#profile.answer.hasHeadings || this.#hasPayment || this.#bannerLines >= MAX_BANNER_LINES) return false;
    const { amount, reference } = found.cells;
    const isBanner = this.statusOf(found) === undefined && !/\d/.test(amount) && !/\d/.test(reference);
    if (isBanner) this.#bannerLines += 1;
    return isBanner;
  }

  /**
   * Checks whether a line is a total or a remark. A line that may be a payment with a missing or malformed cell is
   * not a footer.
   */
  #isFooter(found: BankFileRecord, row: readonly string[]): boolean {
    if (this.statusOf(found) !== undefined) return false;
    const { reference, status, amount, transactionId, account, upiId } = found.cells;
    if (!isBlank(reference))
      return FOOTER.test(reference) || (isBlank(status) && !CAN_BE_REFERENCE.test(reference));
    const hasPayment = !isBlank(amount) && ![transactionId, account, upiId].every(isBlank);
    return !hasPayment && (isBlank(status) || FOOTER.test(row.find((cell) => !isBlank(cell)) ?? ''));
  }
}

/** Returns the required columns that are missing from a line of headings, as the profile spells them. */
function findMissingHeadings({ answer: response }: BankProfile, headings: readonly string[]): string[] {
  return REQUIRED.flatMap((name) => {
    const column = response[name];
    return typeof column === 'string' && !headings.includes(normalizeHeading(column)) ? [column] : [];
  });
}

export interface BankResult {
  /** The line number in the file, from 1. */
  readonly line: number;
  readonly reference: string;
  readonly status: ResultStatus;
  readonly amountPaise: number;
  /** In the bank's notation, possibly masked; null if the file omits it. */
  readonly account: string | null;
  readonly upiId: string | null;
  readonly transactionId: string | null;
  readonly reason: string | null;
}

export interface UnreadableLine {
  readonly line: number;
  /** Null if the line has none. */
  readonly reference: string | null;
  readonly issue: string;
}

/** A line of a result file that contains a payment. */
export type ParsedLine = BankResult | UnreadableLine;

/** The maximum length of a reference, transaction id or reason. */
const MAX_CHARACTERS = 200;
const SWALLOWED = sentence('line_runs_over').message;
const AMOUNT = /^\d{1,13}(?:\.\d{1,2})?$/;

/**
 * Yields the records of a CSV text, each with the number of its last line. @throws BankResultError if the text is not
 * CSV
 */
export async function* csvRecords(
  text: Iterable<string>,
  delimiter: string,
): AsyncGenerator<{ readonly record: string[]; readonly line: number }, void> {
  const source = Readable.from(text);
  const parser = source.pipe(
    parse({
      delimiter,
      recordDelimiter: '\n',
      info: true,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      trim: true,
      maxRecordSize: MAX_LINE_LENGTH,
    }),
  );
  source.once('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      yield { record, line: info.lines };
  } catch (error) {
    if (error instanceof BankResultError) throw error;
    throw new BankResultError(describeCsvError(error));
  }
}

/** Errors for a record that is still open at the end of the text or at the size limit. */
const OPEN_RECORD = ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'];

function describeCsvError(error: unknown): Sentence {
  if (error instanceof CsvError && OPEN_RECORD.includes(error.code)) {
    const { records, empty_lines: emptyLines } = z
      .object({ records: z.number(), empty_lines: z.number() })
      .parse(error);
    return sentence('open_quotation_mark', { line: records + emptyLines + 1 });
  }
  return sentence('file_unreadable', { reason: error instanceof Error ? error.message : String(error) });
}

/**
 * Parses a bank result file (BANK-03), even if a spreadsheet has saved it with banners, blank lines and footers
 * (BANK-06).
 * @throws BankResultError if a column is missing or the file is not CSV
 */
export async function parseBankResults(
  profile: BankProfile,
  file: Iterable<Uint8Array | string>,
): Promise<ParsedLine[]> {
  const pieces = tableText(bankFileText(file));
  const first = pieces.next();
  if (first.done) return [];
  const beginning = first.value;
  const parsed: ParsedLine[] = [];
  const lines = new BankFileLines(profile, beginning);
  function* text() {
    yield beginning;
    yield* pieces;
  }
  for await (const { record, line } of csvRecords(text(), lines.delimiter)) {
    const found = lines.next(record, line);
    if (found === null) continue;
    const isSwallowing = record.some(
      (cell) => cell.includes('\n') && (cell.split(lines.delimiter).length > 2 || cell.length > MAX_CHARACTERS),
    );
    const read = readLine(found, lines.statusOf(found));
    parsed.push(isSwallowing ? { line: found.line, reference: read.reference, issue: SWALLOWED } : read);
  }
  lines.end();
  return parsed;
}

function readLine({ line, cells }: BankFileRecord, status: ResultStatus | undefined): ParsedLine {
  const { reference, transactionId, account, upiId } = cells;
  const unreadable = ({ message: issue }: Sentence) => ({ line, reference, issue });
  if (reference === '') return { ...unreadable(sentence('line_no_reference')), reference: null };
  if (reference.length > MAX_CHARACTERS)
    return { ...unreadable(sentence('line_cell_too_long', { cell: 'reference' })), reference: null };
  const damaged = Object.entries({ reference, account, 'UPI ID': upiId, 'transaction ID': transactionId }).find(
    ([, value]) => isScientific(value),
  );
  if (damaged !== undefined) return unreadable(sentence('line_cell_rounded', { cell: damaged[0] }));
  if (cells.status === '') return unreadable(sentence('line_no_status'));
  if (status === undefined)
    return unreadable(sentence('line_status_unknown', { status: cells.status.slice(0, 40) }));
  const amount = cells.amount.replaceAll(/[₹,\s]/g, '');
  if (!AMOUNT.test(amount)) return unreadable(sentence('line_cell_no_rupees', { cell: 'amount' }));
  if (transactionId.length > MAX_CHARACTERS)
    return unreadable(sentence('line_cell_too_long', { cell: 'transaction ID' }));
  const issue = transactionId === '' ? null : transactionIdIssue(transactionId);
  // A bank writes NA for a payment that it has not made.
  if (issue !== null && status === 'paid')
    return unreadable(sentence('line_transaction_id', { issue: issue.message }));
  return {
    line,
    reference,
    status,
    amountPaise: Math.round(Number(amount) * 100),
    account: account || null,
    upiId: upiId || null,
    transactionId: issue === null ? transactionId || null : null,
    reason: cells.reason.slice(0, MAX_CHARACTERS) || null,
  };
}
