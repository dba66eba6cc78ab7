import { mechanicCan } from '@wayside/contract/mechanics';
import { wordAsGiven } from '@wayside/contract/wire/fields';
import type pg from 'pg';
import { type ApiError, badRequest, conflict, notFound } from '../../api-error.ts';
import type { Actor, AppContext } from '../../context.ts';
import { recordActivity } from '../../db/record-activity.ts';

export interface Decision {
  readonly id: string;
  readonly status: 'approved' | 'rejected';
  /** Why; a rejection has to say it. */
  readonly remarks: string | null;
}

/**
 * Approves or rejects an application that waits for it, and keeps who decided, when and why (MECH-08, MECH-12).
 * @throws 400 for a rejection without remarks; 404; 409 when it does not wait any more, also the same decision twice
 */
export function decideApplication(
  { database, now, settings }: AppContext,
  actor: Actor,
  { id, status, remarks }: Decision,
): Promise<void> {
  if (status === 'rejected' && remarks === null)
    throw badRequest([{ field: 'remarks', message: 'are required to reject an application' }]);
  return database.transaction(async (client) => {
    const { rows } = await client.query<{ status: string | null }>(
      `SELECT status FROM mechanics WHERE id = $1 AND record_state = 'full' FOR UPDATE`,
      [id],
    );
    const [mechanic] = rows;
    if (!mechanic) throw notFound('mechanic');
    if (!mechanicCan.beDecided(mechanic)) throw await apiErrorOf(client, id, mechanic.status, settings.timeZone);
    await client.query('UPDATE mechanics SET status = $2 WHERE id = $1', [id, status]);
    await recordActivity(client, actor, now(), {
      action: status,
      entity: 'mechanic',
      entityId: id,
      changes: [{ field: 'status', before: mechanic.status, after: status }],
      note: remarks,
    });
  });
}

/** Says what the status is and, where the activity log knows, who decided and when (MECH-12). */
async function apiErrorOf(
  client: pg.ClientBase,
  id: string,
  status: string | null,
  timeZone: string,
): Promise<ApiError> {
  if (status !== 'approved' && status !== 'rejected')
    return conflict(
      `This application does not wait for a decision: its status is ${wordAsGiven(status ?? 'not known')}.`,
    );
  const { rows } = await client.query<{ at: Date; email: string | null }>(
    `SELECT at, actor_email AS email FROM activity
     WHERE entity = 'mechanic' AND entity_id = $1 AND action = $2 ORDER BY at DESC, id DESC LIMIT 1`,
    [id, status],
  );
  const [entry] = rows;
  if (!entry) return conflict(`This application is ${status} already.`);
  const by = entry.email === null ? '' : ` by ${entry.email}`;
  const at = entry.at.toLocaleString('en-IN', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  return conflict(`This application was ${status}${by} on ${at}.`);
}
