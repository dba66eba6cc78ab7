import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { webhookDeliveries, webhookEndpoints } from '../db/schema/webhooks.ts';
import type { ClaimedDelivery } from './claim-delivery.ts';
import type { Attempt } from './post-event.ts';
import { nextAttemptAt } from './retry-schedule.ts';

const GONE = 410;
/** After so long with failures alone an endpoint is switched off (HOOK-02). */
const FAILING_MS = 5 * 24 * 60 * 60 * 1000;

/**
 * Records how an attempt ended: in the delivery, unless its lease has ended and another node has it, and then in the health of its
 * endpoint. In this order and not in one transaction, because the deletion of an endpoint locks it first.
 */
export async function recordAttempt(
  { orm }: Database,
  { id, endpointId, leaseEndsAt, attempts, isTest, isFailing }: ClaimedDelivery,
  attempt: Attempt,
  now: Date,
): Promise<void> {
  const { isSuccess, ...told } = attempt;
  const isGone = attempt.statusCode === GONE;
  const next = isSuccess || isGone || isTest ? null : nextAttemptAt(attempts + 1, now);
  const ended = isSuccess ? 'delivered' : 'failed';
  await orm
    .update(webhookDeliveries)
    .set({
      ...told,
      state: next === null ? ended : 'waiting',
      attempts: attempts + 1,
      lastAttemptAt: now,
      nextAttemptAt: next,
    })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.state, 'waiting'),
        eq(webhookDeliveries.nextAttemptAt, leaseEndsAt),
      ),
    );
  if (isSuccess && isFailing)
    await orm.update(webhookEndpoints).set({ failingSince: null }).where(eq(webhookEndpoints.id, endpointId));
  if (!isSuccess) await recordFailure(orm, endpointId, isGone, now);
}

async function recordFailure(orm: Database['orm'], endpointId: string, isGone: boolean, now: Date): Promise<void> {
  const { failingSince, isEnabled, disabledReason, disabledAt } = webhookEndpoints;
  const failingFrom = new Date(now.getTime() - FAILING_MS);
  const isOver = sql`${isEnabled} AND (${isGone} OR coalesce(${failingSince} <= ${failingFrom.toISOString()}::timestamptz, false))`;
  const at = sql`${now.toISOString()}::timestamptz`;
  await orm
    .update(webhookEndpoints)
    .set({
      failingSince: sql`coalesce(${failingSince}, ${at})`,
      isEnabled: sql`${isEnabled} AND NOT (${isOver})`,
      disabledReason: sql`CASE WHEN ${isOver} THEN ${isGone ? 'gone' : 'failing'} ELSE ${disabledReason} END`,
      disabledAt: sql`CASE WHEN ${isOver} THEN ${at} ELSE ${disabledAt} END`,
    })
    .where(and(eq(webhookEndpoints.id, endpointId), sql`(${failingSince} IS NULL OR ${isOver})`));
}
