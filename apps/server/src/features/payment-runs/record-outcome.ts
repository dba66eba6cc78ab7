import type { RunRow } from '@wayside/contract/payment-run-rows';
import type { BankStatus } from '@wayside/contract/payment-runs';
import { z } from 'zod';
import { badRequest, conflict, notFound } from '../../api-error.ts';
import { type AppliedOutcome, applyOutcomes } from '../../money/ledger/apply-outcomes.ts';
import { type PayContext, payOnce } from '../../money/ledger/pay-once.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { rupeesText } from '../../rupees.ts';
import { findRun, requireState } from './decide-on-run.ts';
import { issueSentence } from './issue-sentence.ts';
import { type RunAnswer, readRunRow, runAnswer, type StepContext } from './read-run.ts';

interface RecordOutcomeInput {
  readonly id: string;
  readonly reference: string;
  readonly status: BankStatus;
  readonly transactionId: string | null;
  readonly reason: string | null;
}

const DONE: Readonly<Record<BankStatus, string>> = {
  paid: 'Recorded as paid.',
  failed: 'Recorded as failed. The amount is owed again.',
  reversed: 'Recorded as reversed. The amount is owed again.',
  processing: 'The bank still has it.',
};

const BALANCE_OF_PAYEE = defineStatement({
  name: 'balance-of-payee',
  text: `SELECT coalesce(b.balance_paise, 0) AS "balancePaise" FROM payment_run_rows AS r LEFT JOIN mechanic_balances AS b USING (mechanic_id)
    WHERE r.reference = $1`,
  row: z.object({ balancePaise: z.number() }),
  example: ['W0000001'],
});

/** Records what the bank said about one row (BANK-03). @throws 400 for a payment without a transaction id; 403; 404; 409 for a contradiction */
export async function recordOutcome(
  context: PayContext,
  { id, reference, status, transactionId, reason }: RecordOutcomeInput,
): Promise<{ readonly message: string; readonly record: RunRow }> {
  const message = await payOnce(context, async (client, paying) => {
    await requireRight(client, paying.actor, 'money:move');
    const row = { reference, status, amountPaise: null, isSameAccount: () => null, isOfPerson: true };
    const [applied] = await applyOutcomes(client, paying, [{ ...row, transactionId, reason }]);
    if (!applied || applied.runId !== id) throw notFound('row of this run');
    requireApplied(applied, { status, transactionId });
    if (!applied.isChanged) return 'This was known already. Nothing was changed.';
    if (status !== 'paid') return DONE[status];
    const [payee] = await rowsOf(client, BALANCE_OF_PAYEE, [reference]);
    const balancePaise = payee?.balancePaise ?? 0;
    // Below 0 where it was paid otherwise in the meantime, because the bank had first said that it failed.
    return balancePaise < 0 ? `${DONE.paid} The mechanic owes ${rupeesText(-balancePaise)} now.` : DONE.paid;
  });
  return { message, record: await readRunRow(context, { id, reference }) };
}

function requireApplied(applied: AppliedOutcome, said: { status: BankStatus; transactionId: string | null }): void {
  if (applied.issue === null) return;
  if (applied.issue === 'no_transaction_id')
    throw badRequest([{ field: 'transactionId', message: 'is required for a payment that was made' }]);
  throw conflict(
    `${issueSentence(applied.issue, applied.stored, { ...said, amountPaise: null })} Nothing was changed.`,
  );
}

const OPEN_ROWS = defineStatement({
  name: 'open-run-rows',
  text: `SELECT count(*)::int AS count, coalesce((array_agg(reference ORDER BY position))[:$2], '{}') AS next
    FROM payment_run_rows WHERE run_id = $1 AND state = 'sent'`,
  row: z.object({ count: z.number(), next: z.array(z.string()) }),
  example: ['2'.repeat(24), 1],
});
/** The rows of one transaction, which others wait for. */
const ROWS_AT_ONCE = 1_000;

/**
 * Records that the bank has paid none of the open rows, because the file never reached it (BANK-03). It works in batches: after a crash, the
 * same call with the number of rows left records the others. @throws 403; 404; 409 when the bank has other rows than the person saw
 */
export async function failOpenRows(
  context: StepContext,
  { id, reason, seenCount }: { readonly id: string; readonly reason: string; readonly seenCount: number },
): Promise<RunAnswer> {
  let left = seenCount;
  do left = await failNextRows(context, { id, reason, left, seenCount });
  while (left > 0);
  return runAnswer(context, id, 'Recorded. The amounts are owed again.');
}

/** @param input.left how many rows the bank should have now @returns how many it has afterwards */
function failNextRows(
  context: StepContext,
  input: { id: string; reason: string; left: number; seenCount: number },
): Promise<number> {
  const { id, reason, left, seenCount } = input;
  return payOnce(context, async (client, paying) => {
    await requireRight(client, paying.actor, 'money:move');
    requireState(await findRun(client, id), 'sent');
    const [open] = await rowsOf(client, OPEN_ROWS, [id, ROWS_AT_ONCE]);
    const { count, next } = open ?? { count: 0, next: [] };
    if (count !== left) {
      const done = left === seenCount ? 'Nothing was changed.' : `${seenCount - left} are recorded as failed.`;
      throw conflict(`The bank has ${count} rows of this run now, not ${left}. ${done}`);
    }
    await applyOutcomes(
      client,
      paying,
      next.map((reference) => ({
        reference,
        status: 'failed',
        amountPaise: null,
        isSameAccount: () => null,
        transactionId: null,
        reason,
        isOfPerson: true,
      })),
    );
    return count - next.length;
  });
}
