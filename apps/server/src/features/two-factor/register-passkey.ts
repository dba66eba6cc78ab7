import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Passkey } from '@wayside/contract/two-factor';
import { ObjectId } from 'bson';
import { and, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import { ApiError, conflict } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { lockAdmin } from '../../platform/accounts/lock-admin.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { passkeyRegistrations, passkeys } from '../../platform/db/schema/two-factor.ts';
import { recoveryCodesForNew } from '../../platform/two-factor/factors.ts';
import { loadWebauthn, rpIdOf } from '../../platform/two-factor/passkey-assertion.ts';
import { readPasskey } from './read-two-factor.ts';

const MAX_TRANSPORTS = 10;
/** The most that WebAuthn allows, 1,023 bytes, in base64url. */
const MAX_CREDENTIAL_ID_LENGTH = 1364;
const registration = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(MAX_TRANSPORTS)
      .default([]),
  }),
});

const unusable = () => new ApiError('bad_request', 'This passkey cannot be used. Please try again.');

export interface RegisterPasskeyInput {
  readonly adminId: string;
  readonly name: string;
  /** What the browser has made, as its library writes it. */
  readonly response: Readonly<Record<string, unknown>>;
}

/**
 * Adds the passkey that a browser has made for `beginPasskey`, whose challenge is thereby used.
 * @returns ten recovery codes with the first factor
 * @throws 400 when it does not answer the challenge; 409 when nothing was begun, or the passkey is known
 */
export async function registerPasskey(
  { database, now, actor }: ActorContext,
  { adminId, name, response }: RegisterPasskeyInput,
): Promise<{ record: Passkey; recoveryCodes: string[] }> {
  const { verifyRegistrationResponse } = await loadWebauthn();
  return database.transaction(async (client) => {
    await lockAdmin(client, adminId);
    const { adminId: admin, expiresAt } = passkeyRegistrations;
    const [begun] = await orm(client)
      .delete(passkeyRegistrations)
      .where(and(eq(admin, adminId), gt(expiresAt, now())))
      .returning();
    if (begun === undefined) throw conflict('The set-up of this passkey has expired. Begin it again.');
    const { success, data } = registration.safeParse(response);
    if (!success) throw unusable();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...data, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: begun.challenge,
      expectedOrigin: begun.origin,
      expectedRPID: rpIdOf(begun.origin),
      requireUserVerification: false,
      // It throws for whatever is wrong with the answer.
    }).catch(() => ({ registrationInfo: undefined }));
    if (registrationInfo === undefined) throw unusable();
    const id = new ObjectId().toHexString();
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    if (credentialId.length > MAX_CREDENTIAL_ID_LENGTH) throw unusable();
    const values = { id, adminId, credentialId, publicKey, counter, name, origin: begun.origin, createdAt: now() };
    const added = await orm(client)
      .insert(passkeys)
      .values({ ...values, transports: data.response.transports })
      .onConflictDoNothing();
    if (added.rowCount === 0) throw conflict('This passkey is set up already.');
    const recoveryCodes = await recoveryCodesForNew(client, adminId);
    const record = await readPasskey(client, { id, adminId });
    if (!record) throw new Error('the passkey was not stored');
    await recordActivity(client, actor, now(), {
      action: 'passkey_added',
      entity: 'admin',
      entityId: adminId,
      changes: [{ field: 'passkey', before: null, after: name }],
    });
    return { record, recoveryCodes };
  });
}
