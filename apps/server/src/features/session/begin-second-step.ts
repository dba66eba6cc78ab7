import type { SecondFactorMethod } from '@wayside/contract/session';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineStatement, sampleOf } from '../../db/statement.ts';
import { hashToken, newToken } from '../../session-token.ts';
import { assertionOptions } from '../../two-factor/passkey-assertion.ts';

const LIFE_MINUTES = 5;

const BEGIN = defineStatement({
  name: 'begin-second-step',
  text: `WITH ended AS (DELETE FROM login_challenges WHERE expires_at <= $3)
         INSERT INTO login_challenges (token_hash, admin_id, expires_at, webauthn_challenge)
         SELECT $1, id, $3::timestamptz + interval '${LIFE_MINUTES} minutes', $5 FROM admins
         WHERE id = $2 AND password_hash = $4 FOR SHARE RETURNING admin_id AS "adminId"`,
  row: z.object({ adminId: z.string() }),
  example: [Buffer.from('example'), sampleOf('admins'), new Date(0), sampleOf('admins', 'password_hash'), null],
});
const METHODS = defineStatement({
  name: 'second-factor-methods',
  text: `SELECT EXISTS (SELECT FROM totp WHERE admin_id = $1 AND confirmed_at IS NOT NULL) AS "hasTotp",
           EXISTS (SELECT FROM passkeys WHERE admin_id = $1) AS "hasPasskey",
           EXISTS (SELECT FROM recovery_codes WHERE admin_id = $1) AS "hasRecoveryCode"`,
  row: z.object({ hasTotp: z.boolean(), hasPasskey: z.boolean(), hasRecoveryCode: z.boolean() }),
  example: [sampleOf('admins')],
});

/** What the answer to a right password says instead of a token (TEAM-04). */
export interface SecondStep {
  readonly challenge: string;
  readonly methods: SecondFactorMethod[];
}

/**
 * Begins the second step of a login, whose password was right.
 * @param origin the address of the page, for passkeys; null where the request names none
 * @returns null when the password has been changed, or the factors removed, since they were read
 */
export async function beginSecondStep(
  { database, now }: AppContext,
  { adminId, passwordHash, origin }: { adminId: string; passwordHash: string; origin: string | null },
): Promise<SecondStep | null> {
  const [has] = await database.rows(METHODS, [adminId]);
  if (!has?.hasTotp && !has?.hasPasskey) return null;
  const options = has.hasPasskey ? await assertionOptions(database.pool, adminId, origin) : null;
  const challenge = newToken();
  const values = [hashToken(challenge), adminId, now(), passwordHash, options?.challenge ?? null];
  if ((await database.rows(BEGIN, values)).length === 0) return null;
  const methods: SecondFactorMethod[] = [];
  if (has.hasTotp) methods.push({ type: 'totp', options: null });
  if (has.hasPasskey) methods.push({ type: 'passkey', options: options && { ...options } });
  if (has.hasRecoveryCode) methods.push({ type: 'recovery_code', options: null });
  return { challenge, methods };
}
