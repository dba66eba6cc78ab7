import type { Readable } from 'node:stream';
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
  readonly issue: string;
}

/** A file that is no answer of this bank. */
export class BankAnswerError extends Error {}

const AMOUNT = /^\d{1,13}(?:\.\d{1,2})?$/;

/**
 * Reads the answer of a bank line by line, at flat memory (BANK-03).
 * @throws BankAnswerError where a column is missing, or the file is not CSV
 */
export async function* readBankAnswer(
  { label, answer }: BankProfile,
  file: Readable,
): AsyncGenerator<BankAnswer | UnreadableLine, void> {
  const lines = file.pipe(
    parse({
      bom: true,
      info: true,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      trim: true,
      maxRecordSize: 100_000,
    }),
  );
  file.once('error', (error) => lines.destroy(error));
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
          throw new BankAnswerError(`This is no answer of ${label}: the column "${missing}" is missing.`);
        continue;
      }
      const cell = (column: string | number | undefined): string => record[indexOf(column)]?.trim() ?? '';
      yield readLine({ line: info.lines, cell, answer, statuses });
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
  if (reference === '') return { line, issue: 'It has no reference.' };
  const word = cell(answer.status);
  const status = statuses.get(word.toLowerCase());
  if (status === undefined) return { line, issue: `Its status "${word.slice(0, 40)}" is not known.` };
  const amount = cell(answer.amount).replaceAll(/[₹,\s]/g, '');
  if (!AMOUNT.test(amount)) return { line, issue: 'Its amount is no number of rupees.' };
  return {
    line,
    reference,
    status,
    amountPaise: Math.round(Number(amount) * 100),
    account:
      cell(answer.account)
        .replaceAll(/[^A-Za-z0-9*]/g, '')
        .toUpperCase() || null,
    transactionId: cell(answer.transactionId) || null,
    reason: cell(answer.reason) || null,
  };
}
