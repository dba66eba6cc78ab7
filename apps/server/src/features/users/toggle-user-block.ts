import type { Actor, AppContext } from '../../context.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { conflict, notFound } from '../../refusal.ts';

export interface BlockToggle {
  readonly id: string;
  /** The state that the caller saw, or null to toggle whatever it is. */
  readonly seen: boolean | null;
}

/**
 * Blocks or unblocks a customer (USER-05).
 * @returns the state that is in force now
 * @throws 404; 409 when somebody else has changed it since the caller looked
 */
export function toggleUserBlock(
  { database, now }: AppContext,
  actor: Actor,
  { id, seen }: BlockToggle,
): Promise<{ isBlocked: boolean }> {
  return database.transaction(async (client) => {
    const { rows } = await client.query<{ isBlocked: boolean }>(
      `SELECT is_blocked AS "isBlocked" FROM users WHERE id = $1 AND presence = 'known' FOR UPDATE`,
      [id],
    );
    const [user] = rows;
    if (!user) throw notFound('customer');
    const { isBlocked } = user;
    if (seen !== null && seen !== isBlocked)
      throw conflict(`Somebody else has ${isBlocked ? 'blocked' : 'unblocked'} this customer meanwhile.`);
    const at = now();
    await client.query('UPDATE users SET is_blocked = $2, updated_at = $3 WHERE id = $1', [id, !isBlocked, at]);
    await recordActivity(client, actor, at, {
      action: isBlocked ? 'unblocked' : 'blocked',
      entity: 'user',
      entityId: id,
      changes: [{ field: 'isBlocked', before: isBlocked, after: !isBlocked }],
    });
    return { isBlocked: !isBlocked };
  });
}
