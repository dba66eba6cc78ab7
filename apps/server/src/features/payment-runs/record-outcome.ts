import type { RunRow } from '@wayside/contract/payment-run-rows';
import type { BankStatus } from '@wayside/contract/payment-runs';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import { z } from 'zod';
import { badRequest, conflict, fieldError, notFound } from '../../api-error.ts';
import { type AppliedOutcome, applyOutcomes } from '../../money/ledger/apply-outcomes.ts';
import { type PayContext, payOnce } from '../../money/ledger/pay-once.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { rupeesText } from '../../rupees.ts';
import { findRun, requireState } from './decide-on-run.ts';
import { type RunResponse, readRunRow, runResponse, type StepContext } from './read-run.ts';

interface RecordOutcomeInput {
  readonly id: string;
  readonly reference: string;
  readonly status: BankStatus;
  readonly transactionId: string | null;
  readonly reason: string | null;
}

const BALANCE_OF_PAYEE = defineStatement({
  name: 'balance-of-payee',
  text: `SELECT coalesce(b.balance_paise, 0) AS "balancePaise" FROM payment_run_rows AS r LEFT JOIN mechanic_balances AS b USING (mechanic_id)
    WHERE r.reference = $1`,
  row: z.object({ balancePaise: z.number() }),
  example: ['W0000001'],
});

/**
 * Records the bank's result for one row (BANK-03). @throws 400 for a payment without a transaction id; 403; 404; 409
 * for a contradiction
 */
export async function recordOutcome(
  context: PayContext,
  { id, reference, status, transactionId, reason }: RecordOutcomeInput,
): Promise<Sentence & { readonly record: RunRow }> {
  const said = await payOnce<Sentence>(context, async (client, paying) => {
    await requireRight(client, paying.actor, 'money:move');
    const row = { reference, status, amountPaise: null, isSameAccount: () => null, isOfPerson: true };
    const [applied] = await applyOutcomes(client, paying, [{ ...row, transactionId, reason }]);
    if (!applied || applied.runId !== id) throw notFound('row_of_run');
    requireApplied(applied, { status, transactionId });
    if (!applied.isChanged) return sentence('known_already');
    if (status !== 'paid') return sentence(`recorded_${status}`);
    const [payee] = await rowsOf(client, BALANCE_OF_PAYEE, [reference]);
    const balancePaise = payee?.balancePaise ?? 0;
    // The balance is negative if the mechanic was paid another way because the bank first reported a failure.
    return balancePaise < 0
      ? sentence('recorded_paid_mechanic_owes', { amount: rupeesText(-balancePaise) })
      : sentence('recorded_paid');
  });
  return { ...said, record: await readRunRow(context, { id, reference }) };
}

function requireApplied(
  applied: AppliedOutcome,
  reported: { status: BankStatus; transactionId: string | null },
): void {
  if (applied.issue === null) return;
  if (applied.issue === 'no_transaction_id')
    throw badRequest([fieldError('transactionId', 'required_for_made_payment')]);
  if (applied.issue === 'transaction_id_used')
    throw conflict('transaction_id_of_another_payment', { transactionId: reported.transactionId ?? '' });
  const { state, transactionId } = applied.stored ?? {};
  if (state === 'reserved') throw conflict('row_not_sent');
  if (state === 'removed') throw conflict('row_left_run');
  if (state !== 'paid' && state !== 'failed' && state !== 'reversed')
    throw new Error(`a bank result cannot contradict a row that is ${state}`);
  if (state === 'paid' && reported.status === 'paid' && transactionId != null && reported.transactionId !== null)
    throw conflict('paid_with_other_id', { stored: transactionId, said: reported.transactionId });
  throw conflict(`bank_says_${reported.status}_here_${state}`);
}

const OPEN_ROWS = defineStatement({
  name: 'open-run-rows',
  text: `SELECT count(*)::int AS count, coalesce((array_agg(reference ORDER BY position))[:$2], '{}') AS next
    FROM payment_run_rows WHERE run_id = $1 AND state = 'sent'`,
  row: z.object({ count: z.number(), next: z.array(z.string()) }),
  example: ['2'.repeat(24), 1],
});
/** The number of rows per transaction, for which other transactions wait. */
const ROWS_PER_BATCH = 1_000;

/**
 * Records that the bank has paid none of the open rows because it never received the file (BANK-03). Works in
 * batches: after a crash, the same call with the remaining number of rows records the rest. @throws 403; 404; 409 if
 * the rows at the bank differ from what the user saw
 */
export async function failOpenRows(
  context: StepContext,
  { id, reason, seenCount }: { readonly id: string; readonly reason: string; readonly seenCount: number },
): Promise<RunResponse> {
  let left = seenCount;
  do left = await failNextRows(context, { id, reason, left, seenCount });
  while (left > 0);
  return runResponse(context, id, sentence('recorded_all_failed'));
}

/** @param input.left the expected number of rows at the bank @returns the remaining number of rows */
function failNextRows(
  context: StepContext,
  input: { id: string; reason: string; left: number; seenCount: number },
): Promise<number> {
  const { id, reason, left, seenCount } = input;
  return payOnce(context, async (client, paying) => {
    await requireRight(client, paying.actor, 'money:move');
    requireState(await findRun(client, id), 'sent');
    const [open] = await rowsOf(client, OPEN_ROWS, [id, ROWS_PER_BATCH]);
    const { count, next } = open ?? { count: 0, next: [] };
    if (count !== left)
      throw left === seenCount
        ? conflict('open_rows_changed', { count, left })
        : conflict('open_rows_changed_after_some', {
            ...{ count, left },
            done: sentence('rows_recorded_failed', { count: seenCount - left }),
          });
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
