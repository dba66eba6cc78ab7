import type { RunRow } from '@wayside/contract/payment-run-rows';
import { RUN_ROW_STATES } from '@wayside/contract/payment-runs';
import { z } from 'zod';
import { conflict, notFound } from '../../api-error.ts';
import { type PayContext, payOnce } from '../../money/ledger/pay-once.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { type NewActivityEntry, statedFields } from '../../platform/db/activity-entry.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { findRun, requireState } from './decide-on-run.ts';
import { readRunRow } from './list-run-rows.ts';

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

export interface RemoveRunRowInput {
  readonly id: string;
  readonly reference: string;
  readonly reason: string;
}

/**
 * Removes one row from a run whose file was not made; its amount is free again (BANK-01). What is left of an approved run stays
 * approved, because it pays less to fewer.
 * @throws 403; 404; 409 when the file is made, the run has ended, or the row is removed already or the last one
 */
export async function removeRunRow(
  context: PayContext,
  { id, reference, reason }: RemoveRunRowInput,
): Promise<{ readonly message: string; readonly record: RunRow }> {
  await payOnce(context, async (client, paying) => {
    const { actor, at } = paying;
    await requireRight(client, actor, 'money:move');
    requireState(await findRun(client, id), 'waiting', 'ready');
    const [row] = await rowsOf(client, FIND_ROW, [id, reference]);
    if (!row) throw notFound('row of this run');
    if (row.state !== 'reserved') throw conflict('This row was removed already. Nothing was changed.');
    if (row.reservedCount === 1) throw conflict('This is the last row of the run: cancel the run instead.');
    const { mechanicId, amountPaise } = row;
    await rowsOf(client, REMOVE, [reference, at, reason]);
    await recordActivity(client, actor, at, removalEntry(id, { mechanicId, amountPaise, reference, reason }));
  });
  return { message: 'Removed. Its amount is free.', record: await readRunRow(context, { id, reference }) };
}

interface RemovedRow {
  readonly mechanicId: string;
  readonly amountPaise: number;
  readonly reference: string;
  readonly reason: string;
}

/** The activity entry of a row that leaves its run before the file is made. */
export const removalEntry = (
  paymentRunId: string,
  { mechanicId, amountPaise, reference, reason }: RemovedRow,
): NewActivityEntry => ({
  action: 'removed_from_run',
  entity: 'mechanic',
  entityId: mechanicId,
  changes: [
    ...statedFields({ amountPaise }),
    { field: 'state', before: 'reserved', after: 'removed' },
    ...statedFields({ paymentRunId, reference }),
  ],
  note: reason,
});
