import { and, eq, isNotNull } from 'drizzle-orm';
import { ApiError } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { lockAdmin } from '../../platform/accounts/lock-admin.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { totp } from '../../platform/db/schema/two-factor.ts';
import { removeRestOfFactors } from '../../platform/two-factor/factors.ts';

/** Removes an administrator's authenticator app. @throws 404 when none is set up */
export function removeTotp(
  { database, now, actor }: ActorContext,
  { adminId }: { readonly adminId: string },
): Promise<void> {
  return database.transaction(async (client) => {
    await lockAdmin(client, adminId);
    const removed = await orm(client)
      .delete(totp)
      .where(and(eq(totp.adminId, adminId), isNotNull(totp.confirmedAt)));
    if (removed.rowCount === 0) throw new ApiError('not_found', 'No authenticator app is set up.');
    await removeRestOfFactors(client, adminId);
    await recordActivity(client, actor, now(), { action: 'totp_removed', entity: 'admin', entityId: adminId });
  });
}
