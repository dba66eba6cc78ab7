import { eq } from 'drizzle-orm';
import { notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { lockAdmin } from '../../platform/accounts/passwords.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { admins, sessions } from '../../platform/db/schema/session.ts';
import { removeAllFactors } from '../../platform/two-factor/factors.ts';

type ResetContext = Pick<ActorContext, 'database' | 'now' | 'actor'>;

/** What a reset has done. */
export interface TwoFactorReset {
  readonly email: string;
  /** Whether there was a second factor. */
  readonly had: boolean;
  readonly endedSessions: number;
}

/**
 * Removes the second factors of somebody who has lost them, and ends their sessions and every login that waits for one
 * (TEAM-04). They sign in with the password alone from then on. @throws 404
 */
export function resetTwoFactor(
  { database, now, actor }: ResetContext,
  { id }: { readonly id: string },
): Promise<TwoFactorReset> {
  return database.transaction(async (client) => {
    await lockAdmin(client, id);
    const [admin] = await orm(client).select({ email: admins.email }).from(admins).where(eq(admins.id, id));
    if (admin === undefined) throw notFound('administrator');
    const had = await removeAllFactors(client, id);
    const ended = await orm(client).delete(sessions).where(eq(sessions.adminId, id));
    await recordActivity(client, actor, now(), { action: 'two_factor_reset', entity: 'admin', entityId: id });
    return { email: admin.email, had, endedSessions: ended.rowCount ?? 0 };
  });
}
