import { RUN_STATES } from '@wayside/contract/filter-values';
import type { RunRow } from '@wayside/contract/payment-run-rows';
import { RUN_ROW_STATES, type RunState } from '@wayside/contract/payment-runs';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import type pg from 'pg';
import { z } from 'zod';
import { conflict, notFound } from '../../api-error.ts';
import { type PayContext, payOnce } from '../../money/ledger/pay-once.ts';
import { requirePaymentRights, requireRight } from '../../money/ledger/payment-rights.ts';
import { type NewActivityEntry, toFieldChanges } from '../../platform/db/activity-entry.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { type RunResponse, readRunRow, runResponse, type StepContext } from './read-run.ts';

const FIND_RUN = defineStatement({
  name: 'find-payment-run',
  text: `SELECT r.id, r.number, r.state, r.created_by AS "createdBy", r.approved_by AS "approvedBy",
      r.lapses_at IS NOT NULL AS "needsApproval", r.profile, r.definition, r.debit_account AS "debitAccount", e.email AS "endedBy"
    FROM payment_runs AS r LEFT JOIN admins AS e ON e.id = r.ended_by WHERE r.id = $1`,
  row: z.object({
    id: z.string(),
    number: z.number(),
    state: z.enum(RUN_STATES),
    createdBy: z.string(),
    approvedBy: z.nullable(z.string()),
    needsApproval: z.boolean(),
    profile: z.string(),
    definition: z.string(),
    /** The encrypted account number. */
    debitAccount: z.string(),
    endedBy: z.nullable(z.string()),
  }),
  example: ['0'.repeat(24)],
});
type FoundRun = z.infer<NonNullable<typeof FIND_RUN.row>>;

/** Returns a run with the columns that its next step needs. @param client holds the ledger's lock @throws 404 */
export async function findRun(client: pg.ClientBase, id: string): Promise<FoundRun> {
  const [run] = await rowsOf(client, FIND_RUN, [id]);
  if (!run) throw notFound('payment_run');
  return run;
}

const APPROVE = defineStatement({
  name: 'approve-payment-run',
  text: `UPDATE payment_runs SET state = 'ready', approved_by = $2, approved_at = $3 WHERE id = $1`,
  example: ['f'.repeat(24), null, new Date(0)],
});

const END_RUN = defineStatement({
  name: 'end-payment-run',
  text: `WITH removed AS (UPDATE payment_run_rows SET state = 'removed', changed_at = $3 WHERE run_id = $1 AND state = 'reserved')
    UPDATE payment_runs SET state = $5, ended_by = $2, ended_at = $3, reason = $4 WHERE id = $1`,
  example: ['f'.repeat(24), null, new Date(0), null, 'cancelled'],
});

const SENTENCES = {
  waiting: 'run_waits',
  ready: 'run_approved',
  sent: 'run_sent',
  finished: 'run_finished',
  lapsed: 'run_expired',
} as const;

/** @throws 409 */
export function requireState(run: FoundRun, ...states: readonly RunState[]): void {
  if (states.includes(run.state)) return;
  if (run.state === 'cancelled' || run.state === 'rejected')
    throw conflict(`run_${run.state}`, { name: run.endedBy ?? '' });
  throw conflict(SENTENCES[run.state]);
}

interface RunStep {
  readonly id: string;
}

/**
 * Approves a run that another user created (TEAM-06). A repeated approval by the same user gets the same response.
 * @throws 403; 404; 409 if the run is not pending approval or the caller created it
 */
export async function approveRun(context: StepContext, { id }: RunStep): Promise<RunResponse> {
  const { actor } = context;
  const approvedBy = actor.id;
  if (approvedBy === null) throw new Error('only an administrator approves a run');
  await payOnce(context, async (client, { at }) => {
    const run = await findRun(client, id);
    if (run.state === 'ready' && run.approvedBy === approvedBy) return;
    requireState(run, 'waiting');
    if (run.createdBy === approvedBy) throw conflict('own_run_to_approve');
    await requirePaymentRights(client, { requestedBy: run.createdBy, approvedBy });
    await rowsOf(client, APPROVE, [id, approvedBy, at]);
    await recordActivity(client, actor, at, { action: 'approved', entity: 'payment_run', entityId: id });
  });
  return runResponse(context, id, sentence('run_approved_now'));
}

interface EndRunInput extends RunStep {
  readonly reason: string;
}

/** Rejects a run that another user created and releases its amounts (TEAM-06). @throws 403; 404; 409 */
export async function rejectRun(context: StepContext, input: EndRunInput): Promise<RunResponse> {
  await endRun(context, input, 'rejected');
  return runResponse(context, input.id, sentence('run_rejected_now'));
}

/** Cancels a run without a file and releases its amounts (BANK-01). @throws 403; 404; 409 */
export async function cancelRun(context: StepContext, input: EndRunInput): Promise<RunResponse> {
  await endRun(context, input, 'cancelled');
  return runResponse(context, input.id, sentence('run_cancelled_now'));
}

async function endRun(
  context: PayContext,
  { id, reason }: EndRunInput,
  state: 'rejected' | 'cancelled',
): Promise<void> {
  const { actor } = context;
  await payOnce(context, async (client, { at }) => {
    await requireRight(client, actor, 'money:move');
    const run = await findRun(client, id);
    if (state === 'rejected') {
      requireState(run, 'waiting');
      if (run.createdBy === actor.id) throw conflict('own_run_to_reject');
    } else requireState(run, 'waiting', 'ready');
    await rowsOf(client, END_RUN, [id, actor.id, at, reason, state]);
    await recordActivity(client, actor, at, { action: state, entity: 'payment_run', entityId: id, note: reason });
  });
}

const FIND_ROW = defineStatement({
  name: 'row-to-remove',
  text: `SELECT r.state, r.mechanic_id AS "mechanicId", r.amount_paise AS "amountPaise",
      (SELECT count(*) FROM payment_run_rows WHERE run_id = $1 AND state = 'reserved') AS "reservedCount"
    FROM payment_run_rows AS r WHERE r.run_id = $1 AND r.reference = $2`,
  row: z.object({
    state: z.enum(RUN_ROW_STATES),
    mechanicId: z.string(),
    amountPaise: z.number(),
    reservedCount: z.number(),
  }),
  example: ['1'.repeat(24), 'W0000001'],
});

const REMOVE = defineStatement({
  name: 'remove-run-row',
  text: `UPDATE payment_run_rows SET state = 'removed', changed_at = $2, reason = $3 WHERE reference = $1`,
  example: ['W', new Date(0), ''],
});

interface RemoveRunRowInput {
  readonly id: string;
  readonly reference: string;
  readonly reason: string;
}

/**
 * Removes a row from a run without a file and releases its amount (BANK-01). An approved run stays approved because
 * it pays less.
 * @throws 403; 404; 409 if the file exists, the run has ended, or the row is already removed or the last one
 */
export async function removeRunRow(
  context: PayContext,
  { id, reference, reason }: RemoveRunRowInput,
): Promise<Sentence & { readonly record: RunRow }> {
  await payOnce(context, async (client, paying) => {
    const { actor, at } = paying;
    await requireRight(client, actor, 'money:move');
    requireState(await findRun(client, id), 'waiting', 'ready');
    const [row] = await rowsOf(client, FIND_ROW, [id, reference]);
    if (!row) throw notFound('row_of_run');
    if (row.state !== 'reserved') throw conflict('row_removed_already');
    if (row.reservedCount === 1) throw conflict('last_row_of_run');
    const { mechanicId, amountPaise } = row;
    await rowsOf(client, REMOVE, [reference, at, reason]);
    await recordActivity(client, actor, at, removalEntry(id, { mechanicId, amountPaise, reference, reason }));
  });
  return { ...sentence('row_removed'), record: await readRunRow(context, { id, reference }) };
}

interface RemovedRow {
  readonly mechanicId: string;
  readonly amountPaise: number;
  readonly reference: string;
  readonly reason: string;
}

/** Returns the activity entry for a row that is removed from its run before the file is created. */
export const removalEntry = (
  paymentRunId: string,
  { mechanicId, amountPaise, reference, reason }: RemovedRow,
): NewActivityEntry => ({
  action: 'removed_from_run',
  entity: 'mechanic',
  entityId: mechanicId,
  changes: [
    ...toFieldChanges({ amountPaise }),
    { field: 'state', before: 'reserved', after: 'removed' },
    ...toFieldChanges({ paymentRunId, reference }),
  ],
  note: reason,
});
