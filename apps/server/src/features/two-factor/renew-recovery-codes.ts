import { conflict } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { lockAdmin } from '../../platform/accounts/lock-admin.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { hasAnyFactor } from '../../platform/two-factor/factors.ts';
import { replaceRecoveryCodes } from '../../platform/two-factor/recovery-codes.ts';

/** Makes ten recovery codes; those before stop working. @throws 409 without a second factor that they could stand for */
export function renewRecoveryCodes(
  { database, now, actor }: ActorContext,
  { adminId }: { readonly adminId: string },
): Promise<{ recoveryCodes: string[] }> {
  return database.transaction(async (client) => {
    await lockAdmin(client, adminId);
    if (!(await hasAnyFactor(client, adminId)))
      throw conflict('Recovery codes need an authenticator app or a passkey first.');
    const recoveryCodes = await replaceRecoveryCodes(client, adminId);
    const entry = { action: 'recovery_codes_renewed', entity: 'admin', entityId: adminId } as const;
    await recordActivity(client, actor, now(), entry);
    return { recoveryCodes };
  });
}
