import type { Logger } from 'pino';
import { z } from 'zod';
import { NO_ADMIN } from '../../platform/db/activity-entry.ts';
import type { Database } from '../../platform/db/database.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { loggingFailures, repeat } from '../../repeat.ts';
import { lockLedger } from './post-entries.ts';

const IS_DUE = defineStatement({
  name: 'is-approval-due',
  text: `SELECT EXISTS (SELECT FROM approvals WHERE state = 'waiting' AND lapses_at <= $1)
      OR EXISTS (SELECT FROM payment_runs WHERE state = 'waiting' AND lapses_at <= $1) AS "isDue"`,
  row: z.object({ isDue: z.boolean() }),
  example: [new Date(0)],
});

const LAPSE = defineStatement({
  name: 'lapse-approvals',
  text: `UPDATE approvals SET state = 'lapsed', decided_at = lapses_at WHERE state = 'waiting' AND lapses_at <= $1 RETURNING id`,
  row: z.object({ id: z.string() }),
  example: [new Date('2099-12-31')],
});

const LAPSE_RUNS = defineStatement({
  name: 'lapse-payment-runs',
  text: `WITH lapsed AS (
      UPDATE payment_runs SET state = 'lapsed', ended_at = lapses_at WHERE state = 'waiting' AND lapses_at <= $1 RETURNING id),
    removed AS (
      UPDATE payment_run_rows SET state = 'removed', changed_at = $1 WHERE run_id IN (SELECT id FROM lapsed) AND state = 'reserved')
    SELECT id FROM lapsed`,
  row: z.object({ id: z.string() }),
  example: [new Date('2099-12-31')],
});

/**
 * Marks the requests and payment runs on which nobody has decided in time as lapsed, each with an activity entry (TEAM-06). Their amounts
 * are free from that instant on, also before this has run, those of a run once it has.
 * @returns how many
 */
export async function lapseApprovals(database: Pick<Database, 'rows' | 'transaction'>, at: Date): Promise<number> {
  const [found] = await database.rows(IS_DUE, [at]);
  if (!found?.isDue) return 0;
  return database.transaction(async (client) => {
    await lockLedger(client);
    const lapsed = await rowsOf(client, LAPSE, [at]);
    for (const { id: entityId } of lapsed)
      await recordActivity(client, NO_ADMIN, at, { action: 'lapsed', entity: 'approval', entityId });
    const runs = await rowsOf(client, LAPSE_RUNS, [at]);
    for (const { id: entityId } of runs)
      await recordActivity(client, NO_ADMIN, at, { action: 'lapsed', entity: 'payment_run', entityId });
    return lapsed.length + runs.length;
  });
}

const INTERVAL_MS = 60_000;

/** Does so every minute. @returns a function that stops it and resolves after the run in progress */
export function lapseRepeatedly(database: Database, log: Logger): () => Promise<void> {
  return repeat(
    INTERVAL_MS,
    loggingFailures(log, 'requests that have lapsed could not be marked', () =>
      lapseApprovals(database, new Date()),
    ),
  );
}
