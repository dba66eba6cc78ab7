import { BANK_STATUSES, type BankStatus } from '@wayside/contract/payment-runs';
import type pg from 'pg';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';

const ADD_PAYMENTS = defineStatement({
  name: 'add-payments-of-result-file',
  text: `UPDATE bank_answers SET paid_count = paid_count + $2, failed_count = failed_count + $3, reversed_count = reversed_count + $4,
      processing_count = processing_count + $5
    WHERE id = $1`,
  example: ['3'.repeat(24), 0, 0, 0, 0],
});

interface AppliedLine {
  /** What the bank states of the payment; null where the line cannot be read. */
  readonly status: BankStatus | null;
  readonly hasIssue: boolean;
}

/** Adds lines of a bank result file to its summary: payments by what the bank states, without the lines for a person (BANK-08). */
export async function countPayments(
  client: pg.ClientBase,
  fileId: string,
  lines: readonly AppliedLine[],
): Promise<void> {
  const counts = BANK_STATUSES.map(
    (status) => lines.filter((line) => !line.hasIssue && line.status === status).length,
  );
  await rowsOf(client, ADD_PAYMENTS, [fileId, ...counts]);
}
