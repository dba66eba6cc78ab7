import { eq } from 'drizzle-orm';
import { badRequest, conflict } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { passkeyRegistrations, passkeys } from '../../platform/db/schema/two-factor.ts';
import { loadWebauthn, rpIdOf } from '../../platform/two-factor/passkey-assertion.ts';

const MAX_PASSKEYS = 20;
const LIFE_MS = 300_000;

export interface BeginPasskeyInput {
  readonly adminId: string;
  readonly email: string;
  readonly name: string | null;
  /** The address of the page, as the browser names it in the header Origin. */
  readonly origin: string | undefined;
}

/**
 * Begins a passkey: what the browser needs to make one for the page that asks.
 * @throws 400 when the request comes from no page; 409 when there are too many
 */
export async function beginPasskey(
  { database, settings, now }: AppContext,
  { adminId, email, name, origin }: BeginPasskeyInput,
): Promise<{ options: Record<string, unknown> }> {
  if (origin === undefined || !/^https?:\/\//.test(origin) || !URL.canParse(origin))
    throw badRequest([{ field: '', message: 'A passkey is made in a browser, which sends the header Origin.' }]);
  const { credentialId: id, transports } = passkeys;
  const known = await database.orm.select({ id, transports }).from(passkeys).where(eq(passkeys.adminId, adminId));
  if (known.length >= MAX_PASSKEYS)
    throw conflict(`There are ${MAX_PASSKEYS} passkeys already. Remove one that is no longer used first.`);
  const { generateRegistrationOptions } = await loadWebauthn();
  const options = await generateRegistrationOptions({
    rpName: settings.brand,
    rpID: rpIdOf(origin),
    userID: Uint8Array.from(Buffer.from(adminId)),
    userName: email,
    userDisplayName: name ?? email,
    excludeCredentials: known,
  });
  const begun = { challenge: options.challenge, origin, expiresAt: new Date(now().getTime() + LIFE_MS) };
  await database.orm
    .insert(passkeyRegistrations)
    .values({ adminId, ...begun })
    .onConflictDoUpdate({ target: passkeyRegistrations.adminId, set: begun });
  return { options: { ...options } };
}
