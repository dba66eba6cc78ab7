import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { and, eq } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { orm } from '../db/orm.ts';
import { passkeys } from '../db/schema/session.ts';

/** Loaded at first use, because loading takes half a second. */
export const loadWebauthn = () => import('@simplewebauthn/server');

/** Returns the host name of the page, to which a passkey is bound. */
export const rpIdOf = (origin: string): string => new URL(origin).hostname;

const assertion = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() }),
});

/** Parses a passkey assertion; null for anything else. */
function readAssertion(given: unknown): AuthenticationResponseJSON | null {
  const { success, data } = assertion.safeParse(given);
  return success ? { ...data, clientExtensionResults: {} } : null;
}

/** Returns the request for the browser; null if the administrator has no passkey for the origin. */
export async function assertionOptions(client: pg.ClientBase | pg.Pool, adminId: string, origin: string | null) {
  if (origin === null) return null;
  const { credentialId: id, transports } = passkeys;
  const known = await orm(client as pg.ClientBase)
    .select({ id, transports })
    .from(passkeys)
    .where(and(eq(passkeys.adminId, adminId), eq(passkeys.origin, origin)))
    .orderBy(passkeys.id);
  if (known.length === 0) return null;
  const { generateAuthenticationOptions } = await loadWebauthn();
  return generateAuthenticationOptions({
    rpID: rpIdOf(origin),
    allowCredentials: known,
    // The user has already entered the password.
    userVerification: 'discouraged',
  });
}

interface AssertionInput {
  readonly adminId: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly challenge: string;
  readonly at: Date;
}

/**
 * Checks whether the administrator's passkey signed the challenge, and stores its counter and the time. Compares with
 * the origin that was stored at registration, because the origin stated by a request cannot be trusted.
 */
export async function consumePasskey(
  client: pg.ClientBase,
  { adminId, given, challenge, at }: AssertionInput,
): Promise<boolean> {
  const response = readAssertion(given);
  if (response === null) return false;
  const [known] = await orm(client)
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.adminId, adminId), eq(passkeys.credentialId, response.id)))
    .for('update');
  if (known === undefined) return false;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: known.origin,
    expectedRPID: rpIdOf(known.origin),
    requireUserVerification: false,
    credential: { id: known.credentialId, publicKey: new Uint8Array(known.publicKey), counter: known.counter },
    // The library throws for every invalid assertion.
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  if (!verified || authenticationInfo === null) return false;
  await orm(client)
    .update(passkeys)
    .set({ counter: authenticationInfo.newCounter, lastUsedAt: at })
    .where(eq(passkeys.id, known.id));
  return true;
}
