import type { Logger } from 'pino';
import { z } from 'zod';
import { SYSTEM_ACTOR } from '../../platform/db/activity-entry.ts';
import type { Database } from '../../platform/db/database.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { repeat, withFailureLogging } from '../../repeat.ts';
import { lockLedger } from './post-entries.ts';

const CHECK_APPROVAL_DUE = defineStatement({
  name: 'is-approval-due',
  text: `SELECT EXISTS (SELECT FROM approvals WHERE state = 'waiting' AND lapses_at <= $1)
      OR EXISTS (SELECT FROM payment_runs WHERE state = 'waiting' AND lapses_at <= $1)
      OR EXISTS (SELECT FROM refunds WHERE state = 'waiting' AND lapses_at <= $1) AS "isDue"`,
  row: z.object({ isDue: z.boolean() }),
  example: [new Date(0)],
});

const EXPIRE = defineStatement({
  name: 'expire-approvals',
  text: `UPDATE approvals SET state = 'lapsed', decided_at = lapses_at WHERE state = 'waiting' AND lapses_at <= $1 RETURNING id`,
  row: z.object({ id: z.string() }),
  example: [new Date('2099-12-31')],
});

const EXPIRE_RUNS = defineStatement({
  name: 'expire-payment-runs',
  text: `WITH expired AS (
      UPDATE payment_runs SET state = 'lapsed', ended_at = lapses_at WHERE state = 'waiting' AND lapses_at <= $1 RETURNING id),
    removed AS (
      UPDATE payment_run_rows SET state = 'removed', changed_at = $1 WHERE run_id IN (SELECT id FROM expired) AND state = 'reserved')
    SELECT id FROM expired`,
  row: z.object({ id: z.string() }),
  example: [new Date('2099-12-31')],
});

const EXPIRE_REFUNDS = defineStatement({
  name: 'expire-refunds',
  text: `UPDATE refunds SET state = 'expired', decided_at = lapses_at WHERE state = 'waiting' AND lapses_at <= $1 RETURNING id`,
  row: z.object({ id: z.string() }),
  example: [new Date('2099-12-31')],
});

/**
 * Marks expired requests, payment runs and refunds as such, each with an activity entry (TEAM-06, OWN-08). The amount
 * of a request is free as soon as it expires; the amounts of runs and refunds are free after this call. @returns the
 * number of expired rows
 */
export async function expireApprovals(database: Pick<Database, 'rows' | 'transaction'>, at: Date): Promise<number> {
  const [found] = await database.rows(CHECK_APPROVAL_DUE, [at]);
  if (!found?.isDue) return 0;
  return database.transaction(async (client) => {
    await lockLedger(client);
    const expired = await rowsOf(client, EXPIRE, [at]);
    for (const { id: entityId } of expired)
      await recordActivity(client, SYSTEM_ACTOR, at, { action: 'lapsed', entity: 'approval', entityId });
    const runs = await rowsOf(client, EXPIRE_RUNS, [at]);
    for (const { id: entityId } of runs)
      await recordActivity(client, SYSTEM_ACTOR, at, { action: 'lapsed', entity: 'payment_run', entityId });
    const refunds = await rowsOf(client, EXPIRE_REFUNDS, [at]);
    for (const { id: entityId } of refunds)
      await recordActivity(client, SYSTEM_ACTOR, at, { action: 'lapsed', entity: 'refund', entityId });
    return expired.length + runs.length + refunds.length;
  });
}

const INTERVAL_MS = 60_000;

/**
 * Marks expired requests, runs and refunds every minute. @returns a function that stops the job and resolves when the
 * current pass ends
 */
export function expireApprovalsRepeatedly(database: Database, log: Logger): () => Promise<void> {
  return repeat(
    INTERVAL_MS,
    withFailureLogging(log, 'the expiry of requests could not be stored', () =>
      expireApprovals(database, new Date()),
    ),
  );
}
