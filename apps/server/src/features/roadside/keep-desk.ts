import { MUTE_HOURS, type RoadsideDesk } from '@wayside/contract/roadside';
import { z } from 'zod';
import type { ActorContext } from '../../context.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { seeDesk } from './expire-claims.ts';
import { openDesks } from './open-desks.ts';

export interface KeepDeskInput {
  /** Null leaves it as it is. */
  readonly isMuted: boolean | null;
  readonly isClosing: boolean;
}

// A desk that says again and again that it is muted sounds when its time is over, until it says something else and is muted anew.
const SET_DESK = defineStatement({
  name: 'set-desk',
  text: `UPDATE roadside_desks SET closed_at = CASE WHEN $2::boolean THEN now() END,
      muted_until = CASE WHEN $3::boolean THEN coalesce(muted_until, now() + interval '${MUTE_HOURS} hours')
        WHEN $3::boolean IS NULL AND muted_until > now() THEN muted_until END
    WHERE admin_id = $1 RETURNING now()::timestamptz(3) AS now`,
  row: z.object({ now: z.date() }),
  example: [{ table: 'roadside_desks', column: 'admin_id' }, true, true],
});

/**
 * Notes that the caller's desk is open or closes, and whether it is muted, where it says so (ROAD-02, ROAD-03). Claims live for 90 s
 * from here, also where it closes: another desk of the same person, or the same page loaded again, keeps them. The activity log has
 * nothing of it.
 */
export async function keepDesk(
  { database, actor }: Pick<ActorContext, 'database' | 'actor'>,
  { isMuted, isClosing }: KeepDeskInput,
): Promise<{ desks: RoadsideDesk[]; now: string }> {
  if (actor.id === null) throw new Error('only an administrator has a desk');
  await seeDesk(database.pool, actor.id);
  const [set] = await database.rows(SET_DESK, [actor.id, isClosing, isMuted]);
  if (!set) throw new Error('the desk was not stored');
  return { desks: await openDesks(database.pool), now: set.now.toISOString() };
}
