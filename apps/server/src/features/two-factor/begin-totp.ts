import { isNull } from 'drizzle-orm';
import { conflict } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { lockAdmin } from '../../platform/accounts/lock-admin.ts';
import { orm } from '../../platform/db/orm.ts';
import { totp } from '../../platform/db/schema/two-factor.ts';
import { newTotpSecret, totpUri } from '../../platform/two-factor/totp-code.ts';
import { encryptTotpSecret } from '../../platform/two-factor/totp-secret.ts';

/**
 * Makes the secret of an authenticator app, which counts once `confirmTotp` has seen a code of it. The answer is the only
 * place where it is readable.
 * @throws 409 when an app is set up already
 */
export async function beginTotp(
  context: AppContext,
  { adminId, email }: { readonly adminId: string; readonly email: string },
): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret();
  const begun = await context.database.transaction(async (client) => {
    // A secret must not change between the check of its code and its confirmation.
    await lockAdmin(client, adminId);
    const stored = await encryptTotpSecret(context, client, { adminId, secret });
    return orm(client)
      .insert(totp)
      .values({ adminId, secret: stored })
      .onConflictDoUpdate({ target: totp.adminId, set: { secret: stored }, setWhere: isNull(totp.confirmedAt) });
  });
  if (begun.rowCount === 0) throw conflict('An authenticator app is set up already. Remove it first.');
  return { secret, uri: totpUri(secret, { issuer: context.settings.brand, label: email }) };
}
