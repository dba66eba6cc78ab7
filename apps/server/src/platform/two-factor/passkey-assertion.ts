import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { and, eq } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { orm } from '../db/orm.ts';
import { passkeys } from '../db/schema/session.ts';

/** Loaded by the first passkey: it takes half a second, which most starts do without. */
export const loadWebauthn = () => import('@simplewebauthn/server');

/** Passkeys belong to the host name of the page that made them. */
export const rpIdOf = (origin: string): string => new URL(origin).hostname;

const assertion = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() }),
});

/** What the library reads of an assertion; null for anything else. */
function readAssertion(given: unknown): AuthenticationResponseJSON | null {
  const { success, data } = assertion.safeParse(given);
  return success ? { ...data, clientExtensionResults: {} } : null;
}

/** What the browser is asked for, at the origin where it is asked; null when the administrator has no passkey of it. */
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
  /** What the browser was asked to sign. */
  readonly challenge: string;
  readonly at: Date;
}

/**
 * Whether a passkey of the administrator has signed the challenge at the address where it was made; counts the use. The
 * stored origin is compared, not that of the request, which somebody between browser and server could write.
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
    // It throws for whatever is wrong with an assertion.
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  if (!verified || authenticationInfo === null) return false;
  await orm(client)
    .update(passkeys)
    .set({ counter: authenticationInfo.newCounter, lastUsedAt: at })
    .where(eq(passkeys.id, known.id));
  return true;
}
