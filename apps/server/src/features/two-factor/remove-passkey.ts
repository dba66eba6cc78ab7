import { and, eq } from 'drizzle-orm';
import { notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { lockAdmin } from '../../platform/accounts/lock-admin.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { passkeys } from '../../platform/db/schema/two-factor.ts';
import { removeRestOfFactors } from '../../platform/two-factor/factors.ts';

/** Removes one of an administrator's passkeys. @throws 404 */
export function removePasskey(
  { database, now, actor }: ActorContext,
  { adminId, id }: { readonly adminId: string; readonly id: string },
): Promise<void> {
  return database.transaction(async (client) => {
    await lockAdmin(client, adminId);
    const [removed] = await orm(client)
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.adminId, adminId)))
      .returning({ name: passkeys.name });
    if (removed === undefined) throw notFound('passkey');
    await removeRestOfFactors(client, adminId);
    await recordActivity(client, actor, now(), {
      action: 'passkey_removed',
      entity: 'admin',
      entityId: adminId,
      changes: [{ field: 'passkey', before: removed.name, after: null }],
    });
  });
}
