import { mechanicCan } from '@wayside/contract/mechanics';
import { wordAsGiven } from '@wayside/contract/wire/fields';
import { and, desc, eq } from 'drizzle-orm';
import type pg from 'pg';
import { type ApiError, badRequest, conflict, notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../db/orm.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { activity } from '../../db/schema/activity.ts';
import { mechanics } from '../../db/schema/mechanics.ts';

export interface DecideApplicationInput {
  readonly id: string;
  readonly status: 'approved' | 'rejected';
  /** The reason; a rejection needs one. */
  readonly remarks: string | null;
}

/**
 * Approves or rejects a waiting application and records who decided, when and why (MECH-08, MECH-12). The mechanic's row is
 * locked from reading its status to the commit. Triggers: `update_counters` on both rows, `chain_activity` on the entry.
 * @throws 400 for a rejection without remarks; 404; 409 when the application does not wait any more
 */
export function decideApplication(context: ActorContext, input: DecideApplicationInput): Promise<void> {
  const { database, now, settings, actor } = context;
  const { id, status, remarks } = input;
  if (status === 'rejected' && remarks === null)
    throw badRequest([{ field: 'remarks', message: 'are required to reject an application' }]);
  return database.transaction(async (client) => {
    const [mechanic] = await orm(client)
      .select({ status: mechanics.status })
      .from(mechanics)
      .where(and(eq(mechanics.id, id), eq(mechanics.recordState, 'full')))
      .for('update');
    if (!mechanic) throw notFound('mechanic');
    if (!mechanicCan.beDecided(mechanic)) throw await decidedError(client, id, mechanic.status, settings.timeZone);
    await orm(client).update(mechanics).set({ status }).where(eq(mechanics.id, id));
    await recordActivity(client, actor, now(), {
      action: status,
      entity: 'mechanic',
      entityId: id,
      changes: [{ field: 'status', before: mechanic.status, after: status }],
      note: remarks,
    });
  });
}

/** Names the status and, where the activity log has it, who decided and when (MECH-12). */
async function decidedError(
  client: pg.ClientBase,
  id: string,
  status: string | null,
  timeZone: string,
): Promise<ApiError> {
  if (status !== 'approved' && status !== 'rejected')
    return conflict(
      `This application does not wait for a decision: its status is ${wordAsGiven(status ?? 'not known')}.`,
    );
  const [entry] = await orm(client)
    .select({ at: activity.at, email: activity.actorEmail })
    .from(activity)
    .where(and(eq(activity.entity, 'mechanic'), eq(activity.entityId, id), eq(activity.action, status)))
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(1);
  if (!entry) return conflict(`This application is ${status} already.`);
  const by = entry.email === null ? '' : ` by ${entry.email}`;
  const at = entry.at.toLocaleString('en-IN', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  return conflict(`This application was ${status}${by} on ${at}.`);
}
