import type { SecondFactorMethod } from '@wayside/contract/session';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineStatement, sampleOf } from '../../platform/db/statement.ts';
import { assertionOptions } from '../../platform/two-factor/passkey-assertion.ts';
import { factorsOf } from '../../platform/two-factor/proof-methods.ts';
import { hashToken, newToken } from '../../session-token.ts';

const LIFE_MINUTES = 5;

const BEGIN = defineStatement({
  name: 'begin-second-step',
  text: `WITH ended AS (DELETE FROM login_challenges WHERE expires_at <= $3)
         INSERT INTO login_challenges (token_hash, admin_id, expires_at, webauthn_challenge)
         SELECT $1, id, $3::timestamptz + interval '${LIFE_MINUTES} minutes', $5 FROM admins
         WHERE id = $2 AND password_hash = $4 AND suspended_at IS NULL FOR SHARE RETURNING admin_id AS "adminId"`,
  row: z.object({ adminId: z.string() }),
  example: [Buffer.from('example'), sampleOf('admins'), new Date(0), sampleOf('admins', 'password_hash'), null],
});

/** What the answer to a right password says instead of a token (TEAM-04). */
export interface SecondStep {
  readonly challenge: string;
  readonly methods: SecondFactorMethod[];
}

/**
 * Begins the second step of a login, whose password was right.
 * @param origin the address of the page, for passkeys; null where the request names none
 * @returns null when the password or the factors have changed, or the administrator is suspended, since they were read
 */
export async function beginSecondStep(
  { database, now }: AppContext,
  { adminId, passwordHash, origin }: { adminId: string; passwordHash: string; origin: string | null },
): Promise<SecondStep | null> {
  const factors = await factorsOf(database, adminId);
  if (!factors.includes('totp') && !factors.includes('passkey')) return null;
  const options = factors.includes('passkey') ? await assertionOptions(database.pool, adminId, origin) : null;
  const challenge = newToken();
  const values = [hashToken(challenge), adminId, now(), passwordHash, options?.challenge ?? null];
  if ((await database.rows(BEGIN, values)).length === 0) return null;
  const methods = factors.map((type) => ({ type, options: type === 'passkey' && options ? { ...options } : null }));
  return { challenge, methods };
}
