import type { Passkey } from '@wayside/contract/two-factor';
import { eq } from 'drizzle-orm';
import { notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { lockAdmin } from '../../platform/accounts/lock-admin.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { passkeys } from '../../platform/db/schema/two-factor.ts';
import { readPasskey } from './read-two-factor.ts';

export interface RenamePasskeyInput {
  readonly adminId: string;
  readonly id: string;
  readonly name: string;
}

/** Renames one of an administrator's passkeys. @throws 404 */
export function renamePasskey(
  { database, now, actor }: ActorContext,
  { adminId, id, name }: RenamePasskeyInput,
): Promise<Passkey> {
  return database.transaction(async (client) => {
    await lockAdmin(client, adminId);
    const before = await readPasskey(client, { id, adminId });
    if (before === undefined) throw notFound('passkey');
    if (before.name === name) return before;
    await orm(client).update(passkeys).set({ name }).where(eq(passkeys.id, id));
    await recordActivity(client, actor, now(), {
      action: 'passkey_renamed',
      entity: 'admin',
      entityId: adminId,
      changes: [{ field: 'passkey', before: before.name, after: name }],
    });
    return { ...before, name };
  });
}
