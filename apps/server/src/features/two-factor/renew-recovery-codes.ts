import { lockAdmin } from '../../accounts/lock-admin.ts';
import { conflict } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { hasAnyFactor } from '../../two-factor/factors.ts';
import { replaceRecoveryCodes } from '../../two-factor/recovery-codes.ts';

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
