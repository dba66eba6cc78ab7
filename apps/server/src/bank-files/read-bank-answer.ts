import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { AnswerStatus, BankProfile } from './bank-profile.ts';

/** What a line of an answer says of a payment. */
export interface BankAnswer {
  /** Of the file, from 1. */
  readonly line: number;
  readonly reference: string;
  readonly status: AnswerStatus;
  readonly amountPaise: number;
  /** Digits and letters alone; null where the file does not say. */
  readonly account: string | null;
  readonly transactionId: string | null;
  readonly reason: string | null;
}

/** A line that cannot be read, and why. */
export interface UnreadableLine {
  readonly line: number;
  /** Null where it has none. */
  readonly reference: string | null;
  readonly issue: string;
}

/** A file that is no answer of this bank. */
export class BankAnswerError extends Error {}

/** Of a reference, a transaction id or a reason: longer ones are no answers of a bank. */
const MAX_CHARACTERS = 200;
const SWALLOWED = 'It runs over several lines: a quotation mark is missing in it or in one of the next.';

/** Text as it can be stored and shown: no bank writes control characters or halves of characters. */
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();

const AMOUNT = /^\d{1,13}(?:\.\d{1,2})?$/;

/** What a spreadsheet puts between cells, by the language of its system and by the kind of text. */
const SEPARATORS = [',', ';', '\t'] as const;
const LINE_END = 0x0a;
/** A text in UTF-16, as spreadsheets of Windows write it, has a zero in each character of ours; other files with one are no text. */
const UTF_16 = Buffer.from([0xff, 0xfe]);
const UTF_16_BIG_ENDIAN = Buffer.from([0xfe, 0xff]);

/** The separator that the first line of a file has most. @throws BankAnswerError where the file is no text */
function separatorOf(beginning: Buffer): string {
  const mark = beginning.subarray(0, 2);
  if (mark.equals(UTF_16_BIG_ENDIAN) || (beginning.includes(0) && !mark.equals(UTF_16)))
    throw new BankAnswerError('This isn’t a text file. Save the bank’s results as CSV, and upload that file.');
  const end = beginning.indexOf(LINE_END);
  const line = beginning.subarray(0, end === -1 ? beginning.length : end).toString('latin1');
  const countOf = (separator: string) => line.split(separator).length;
  return SEPARATORS.reduce((most, each) => (countOf(each) > countOf(most) ? each : most));
}

/** Takes the first piece of a file, which is still to be read with the others. */
async function beginningOf(file: Readable): Promise<{ beginning: Buffer; whole: Readable }> {
  const pieces = file[Symbol.asyncIterator]();
  const { value, done } = await pieces.next();
  const beginning = done ? Buffer.alloc(0) : Buffer.from(value);
  async function* whole() {
    yield beginning;
    yield* { [Symbol.asyncIterator]: () => pieces };
  }
  return { beginning, whole: Readable.from(whole()) };
}

/**
 * Reads the answer of a bank line by line, at flat memory (BANK-03), with any separator that spreadsheets write.
 * @throws BankAnswerError where a column is missing, or the file is not CSV
 */
export async function* readBankAnswer(
  { label, answer }: BankProfile,
  file: Readable,
): AsyncGenerator<BankAnswer | UnreadableLine, void> {
  const { beginning, whole } = await beginningOf(file);
  const delimiter = separatorOf(beginning);
  const lines = whole.pipe(
    parse({
      bom: true,
      delimiter,
      info: true,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      trim: true,
      maxRecordSize: 100_000,
    }),
  );
  whole.once('error', (error) => lines.destroy(error));
  let headings: readonly string[] | null = null;
  const indexOf = (column: string | number | undefined): number => {
    if (column === undefined) return -1;
    if (typeof column === 'number') return column - 1;
    return (headings ?? []).findIndex((heading) => heading.toLowerCase() === column.toLowerCase());
  };
  const statuses = new Map(Object.entries(answer.statuses).map(([word, status]) => [word.toLowerCase(), status]));
  try {
    for await (const { record, info } of lines as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (answer.hasHeadings && headings === null) {
        headings = record;
        const missing = [answer.reference, answer.status, answer.amount].find((column) => indexOf(column) === -1);
        if (missing !== undefined)
          throw new BankAnswerError(`This isn’t a results file of ${label}: the column "${missing}" is missing.`);
        continue;
      }
      const cell = (column: string | number | undefined): string => plain(record[indexOf(column)] ?? '');
      const hasOthers = record.some(
        (text) => text.includes('\n') && (text.split(delimiter).length > 2 || text.length > MAX_CHARACTERS),
      );
      const read = readLine({ line: info.lines, cell, answer, statuses });
      yield hasOthers ? { line: info.lines, reference: read.reference, issue: SWALLOWED } : read;
    }
  } catch (error) {
    if (error instanceof BankAnswerError) throw error;
    throw new BankAnswerError(
      `This file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

interface Line {
  readonly line: number;
  readonly cell: (column: string | number | undefined) => string;
  readonly answer: BankProfile['answer'];
  readonly statuses: ReadonlyMap<string, AnswerStatus>;
}

function readLine({ line, cell, answer, statuses }: Line): BankAnswer | UnreadableLine {
  const reference = cell(answer.reference);
  if (reference === '') return { line, reference: null, issue: 'It has no reference.' };
  if (reference.length > MAX_CHARACTERS) return { line, reference: null, issue: 'Its reference is too long.' };
  const word = cell(answer.status);
  if (word === '') return { line, reference, issue: 'It has no status.' };
  const status = statuses.get(word.toLowerCase());
  if (status === undefined) return { line, reference, issue: `Its status "${word.slice(0, 40)}" is not known.` };
  const amount = cell(answer.amount).replaceAll(/[₹,\s]/g, '');
  if (!AMOUNT.test(amount)) return { line, reference, issue: 'Its amount is no number of rupees.' };
  const transactionId = cell(answer.transactionId);
  if (transactionId.length > MAX_CHARACTERS) return { line, reference, issue: 'Its transaction id is too long.' };
  return {
    line,
    reference,
    status,
    amountPaise: Math.round(Number(amount) * 100),
    account: (cell(answer.account) || cell(answer.upiId)).replaceAll(/[^A-Za-z0-9*]/g, '').toUpperCase() || null,
    transactionId: transactionId || null,
    reason: cell(answer.reason).slice(0, MAX_CHARACTERS) || null,
  };
}
