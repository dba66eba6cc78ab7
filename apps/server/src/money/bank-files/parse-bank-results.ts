import { Readable } from 'node:stream';
import { isScientific, transactionIdIssue } from '@wayside/contract/wire/transaction-id';
import { parse } from 'csv-parse';
import { BankFileLines, type BankFileRecord } from './bank-file-lines.ts';
import { BankResultError, bankFileText } from './bank-file-text.ts';
import type { BankProfile, ResultStatus } from './bank-profile.ts';

export { BankResultError };

/** What a line of a bank result file says of a payment. */
export interface BankResult {
  /** Of the file, from 1, as a text editor counts. */
  readonly line: number;
  readonly reference: string;
  readonly status: ResultStatus;
  readonly amountPaise: number;
  /** As the bank writes it, perhaps masked; null where the file does not say. */
  readonly account: string | null;
  readonly upiId: string | null;
  readonly transactionId: string | null;
  readonly reason: string | null;
}

/** A line that cannot be read or trusted, and why. */
export interface UnreadableLine {
  readonly line: number;
  /** Null where it has none. */
  readonly reference: string | null;
  readonly issue: string;
}

/** A line of a result file that holds a payment. */
export type ParsedLine = BankResult | UnreadableLine;

/** The longest reference, transaction id or reason that a bank writes. */
const MAX_CHARACTERS = 200;
const SWALLOWED = 'It runs over several lines: a quotation mark is missing in it or in one of the next.';
const AMOUNT = /^\d{1,13}(?:\.\d{1,2})?$/;

/**
 * Parses a bank result file (BANK-03, BANK-06), also one that a spreadsheet has saved: with another separator or encoding,
 * with a banner before the headings, with blank lines and footers.
 * @throws BankResultError where a column is missing, or the file is not CSV
 */
export async function parseBankResults(
  profile: BankProfile,
  file: Iterable<Uint8Array | string>,
): Promise<ParsedLine[]> {
  const pieces = bankFileText(file);
  const first = pieces.next();
  if (first.done) return [];
  const parsed: ParsedLine[] = [];
  const lines = new BankFileLines(profile, first.value);
  function* text() {
    yield first.value;
    yield* pieces;
  }
  const source = Readable.from(text());
  const parser = source.pipe(
    parse({
      delimiter: lines.delimiter,
      recordDelimiter: '\n',
      info: true,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      trim: true,
      maxRecordSize: 100_000,
    }),
  );
  source.once('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const found = lines.next(record, info.lines);
      if (found === null) continue;
      const isSwallowing = record.some(
        (cell) => cell.includes('\n') && (cell.split(lines.delimiter).length > 2 || cell.length > MAX_CHARACTERS),
      );
      const read = readLine(found, lines.statusOf(found));
      parsed.push(isSwallowing ? { line: found.line, reference: read.reference, issue: SWALLOWED } : read);
    }
  } catch (error) {
    if (error instanceof BankResultError) throw error;
    throw new BankResultError(
      `This file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  lines.end();
  return parsed;
}

function readLine({ line, cells }: BankFileRecord, status: ResultStatus | undefined): ParsedLine {
  const { reference, transactionId, account, upiId } = cells;
  const unreadable = (issue: string) => ({ line, reference, issue });
  if (reference === '') return { line, reference: null, issue: 'It has no reference.' };
  if (reference.length > MAX_CHARACTERS) return { line, reference: null, issue: 'Its reference is too long.' };
  const damaged = Object.entries({ reference, account, 'UPI ID': upiId, 'transaction ID': transactionId }).find(
    ([, value]) => isScientific(value),
  );
  if (damaged !== undefined)
    return unreadable(
      `Its ${damaged[0]} is a number in scientific notation: a spreadsheet has removed its last digits. Use the file as the bank gave it.`,
    );
  if (cells.status === '') return unreadable('It has no status.');
  if (status === undefined) return unreadable(`Its status "${cells.status.slice(0, 40)}" is not known.`);
  const amount = cells.amount.replaceAll(/[₹,\s]/g, '');
  if (!AMOUNT.test(amount)) return unreadable('Its amount is no number of rupees.');
  if (transactionId.length > MAX_CHARACTERS) return unreadable('Its transaction ID is too long.');
  const issue = transactionId === '' ? null : transactionIdIssue(transactionId);
  // A bank writes NA where it has not paid.
  if (issue !== null && status === 'paid') return unreadable(`Its transaction ID ${issue}.`);
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
