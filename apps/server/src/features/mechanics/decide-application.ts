import { type Decision, mechanicCan } from '@wayside/contract/mechanics';
import { wordAsGiven } from '@wayside/contract/wire/fields';
import { and, desc, eq } from 'drizzle-orm';
import type pg from 'pg';
import { type ApiError, badRequest, conflict, notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { activity } from '../../platform/db/schema/activity.ts';
import { importedRecords } from '../../platform/db/schema/import.ts';
import { mechanics } from '../../platform/db/schema/mechanics.ts';

export interface DecideApplicationInput {
  readonly id: string;
  readonly status: Decision;
  /** The reason; everything but an approval needs one. */
  readonly remarks: string | null;
}

/** How the activity log names each decision, what needs remarks, and how a later conflict names it. */
const DECIDED = {
  approved: { action: 'approved', reasonFor: null, said: 'approved' },
  rejected: { action: 'rejected', reasonFor: 'reject an application', said: 'rejected' },
  resent_for_verification: {
    action: 'resubmission_requested',
    reasonFor: 'ask for an application again',
    said: 'asked for again',
  },
} as const;

/**
 * Approves or rejects a waiting application, or asks for it again, and records who decided, when and why (MECH-08, MECH-12,
 * WORK-05). The mechanic's row is locked from reading its status to the commit. Triggers: `update_counters` on both rows,
 * `chain_activity` on the entry.
 * @throws 400 without remarks where they are needed; 404; 409 when the application does not wait any more, or has not
 * changed since it was asked for again
 */
export function decideApplication(context: ActorContext, input: DecideApplicationInput): Promise<void> {
  const { database, now, settings, actor } = context;
  const { id, status, remarks } = input;
  const { action, reasonFor } = DECIDED[status];
  if (reasonFor !== null && remarks === null)
    throw badRequest([{ field: 'remarks', message: `are required to ${reasonFor}` }]);
  return database.transaction(async (client) => {
    const [mechanic] = await orm(client)
      .select({ status: mechanics.status })
      .from(mechanics)
      .where(and(eq(mechanics.id, id), eq(mechanics.recordState, 'full')))
      .for('update');
    if (!mechanic) throw notFound('mechanic');
    if (!mechanicCan.beDecided(mechanic)) throw await decidedError(client, id, mechanic.status, settings.timeZone);
    if (status === mechanic.status) await requireChange(client, id, settings.timeZone);
    await orm(client).update(mechanics).set({ status }).where(eq(mechanics.id, id));
    await recordActivity(client, actor, now(), {
      action,
      entity: 'mechanic',
      entityId: id,
      changes: [{ field: 'status', before: mechanic.status, after: status }],
      note: remarks,
    });
  });
}

/** @throws 409 where the source has not changed the mechanic since they were asked here: they have yet to answer */
async function requireChange(client: pg.ClientBase, id: string, timeZone: string): Promise<void> {
  const asked = await lastDecision(client, id, 'resent_for_verification');
  const [source] = await orm(client)
    .select({ changedAt: importedRecords.changedAt })
    .from(importedRecords)
    .where(and(eq(importedRecords.collection, 'mechanics'), eq(importedRecords.id, id)));
  const changedAt = source?.changedAt ?? null;
  if (asked && (changedAt === null || changedAt <= asked.at))
    throw conflict(`${decidedSentence('resent_for_verification', asked, timeZone)} Nothing has changed since.`);
}

type Decided = keyof typeof DECIDED;
interface LastDecision {
  readonly at: Date;
  readonly email: string | null;
}

async function lastDecision(client: pg.ClientBase, id: string, status: Decided): Promise<LastDecision | undefined> {
  const { action } = DECIDED[status];
  const [entry] = await orm(client)
    .select({ at: activity.at, email: activity.actorEmail })
    .from(activity)
    .where(and(eq(activity.entity, 'mechanic'), eq(activity.entityId, id), eq(activity.action, action)))
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(1);
  return entry;
}

function decidedSentence(status: Decided, { at, email }: LastDecision, timeZone: string): string {
  const by = email === null ? '' : ` by ${email}`;
  const on = at.toLocaleString('en-IN', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  return `This application was ${DECIDED[status].said}${by} on ${on}.`;
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
  const decided = await lastDecision(client, id, status);
  return conflict(decided ? decidedSentence(status, decided, timeZone) : `This application is ${status} already.`);
}
