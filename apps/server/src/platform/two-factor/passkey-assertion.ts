import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { and, eq } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { orm } from '../db/orm.ts';
import { passkeys } from '../db/schema/session.ts';

/** Loaded at first use: it takes half a second. */
export const loadWebauthn = () => import('@simplewebauthn/server');

/** A passkey belongs to its page's host name. */
export const rpIdOf = (origin: string): string => new URL(origin).hostname;

const assertion = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() }),
});

/** Null for anything else. */
function readAssertion(given: unknown): AuthenticationResponseJSON | null {
  const { success, data } = assertion.safeParse(given);
  return success ? { ...data, clientExtensionResults: {} } : null;
}

/** The request for the browser; null without a passkey of the origin. */
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
    // The password came first.
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
 * Whether the administrator's passkey signed the challenge; counts the use. Compares the stored origin: that of the
 * request could be forged on its way.
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
    // It throws for every invalid assertion.
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  if (!verified || authenticationInfo === null) return false;
  await orm(client)
    .update(passkeys)
    .set({ counter: authenticationInfo.newCounter, lastUsedAt: at })
    .where(eq(passkeys.id, known.id));
  return true;
}
