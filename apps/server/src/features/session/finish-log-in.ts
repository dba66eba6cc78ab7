import type { SecondFactorProof } from '@wayside/contract/two-factor';
import { z } from 'zod';
import { ApiError } from '../../api-error.ts';
import type { CallContext } from '../../context.ts';
import { beginLoginAttempt } from '../../platform/accounts/login-throttle.ts';
import { lockAdmin } from '../../platform/accounts/passwords.ts';
import { recordFailedSignIn, recordSeen, recordSignIn } from '../../platform/accounts/record-sign-in.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { consumeSecondFactor } from '../../platform/two-factor/check-second-factor.ts';
import { totpDigits } from '../../platform/two-factor/totp-code.ts';
import { hashToken } from '../../session-token.ts';
import { openSession } from './open-session.ts';
import { recordRecoveryCodeUse } from './record-recovery-code-use.ts';

const FIND_CHALLENGE = defineStatement({
  name: 'find-login-challenge',
  text: `SELECT a.id, a.email, a.email_key AS "emailKey", a.password_hash AS "passwordHash",
           c.webauthn_challenge AS "webauthnChallenge"
         FROM login_challenges c JOIN admins a ON a.id = c.admin_id
         WHERE c.token_hash = $1 AND c.expires_at > $2 AND a.suspended_at IS NULL AND a.email_key IS NOT NULL`,
  row: z.object({
    id: z.string(),
    email: z.string(),
    emailKey: z.string(),
    passwordHash: z.string(),
    webauthnChallenge: z.nullable(z.string()),
  }),
  example: [sampleOf('login_challenges', 'token_hash'), new Date(0)],
});
const USE_CHALLENGE = defineStatement({
  name: 'use-login-challenge',
  text: 'DELETE FROM login_challenges WHERE token_hash = $1',
  example: [sampleOf('login_challenges', 'token_hash')],
});

const expired = () => new ApiError('gone', 'This sign-in has expired. Please enter your password again.');
/** 200 with status false: a code of the authenticator app or a recovery code that is none. */
export const wrongCode = (code: string) =>
  new ApiError(
    'invalid_credentials',
    totpDigits(code) === null
      ? 'This recovery code is not right, or was used already. Use another one.'
      : 'This code is not right, or was used already. Wait for the next one, and check that the clock of your phone is set automatically.',
  );
const wrongPasskey = () =>
  new ApiError('invalid_credentials', 'This passkey is not one of yours. Use another way.');

export interface FinishLogInInput {
  readonly challenge: string;
  readonly code: SecondFactorProof;
  readonly userAgent?: string | undefined;
}

/**
 * The second step of a login (TEAM-04). What happened to the account since the first one counts: a new password, a
 * suspension and a reset leave no challenge that opens anything.
 * @throws 410 when the challenge has expired; 200 with status false for a wrong factor; 429 after too many attempts (SECU-02)
 */
export async function finishLogIn(
  context: CallContext,
  { challenge, code, userAgent }: FinishLogInInput,
): Promise<{ token: string; recoveryCodesLeft: number | null }> {
  const { database, now, actor } = context;
  const tokenHash = hashToken(challenge);
  const [first] = await database.rows(FIND_CHALLENGE, [tokenHash, now()]);
  if (!first) throw expired();
  const attempt = await beginLoginAttempt(context, actor.address, first.emailKey);
  const opened = await database.transaction(async (client) => {
    // One at a time: of two requests with the same challenge or code, the second finds it used.
    await lockAdmin(client, first.id);
    const [admin] = await rowsOf(client, FIND_CHALLENGE, [tokenHash, now()]);
    if (!admin) throw expired();
    const { id: adminId, passwordHash, webauthnChallenge } = admin;
    const factor = await consumeSecondFactor(context, client, { adminId, proof: code, webauthnChallenge });
    if (factor === null) return null;
    await rowsOf(client, USE_CHALLENGE, [tokenHash]);
    const token = await openSession(context, client, { adminId, passwordHash, userAgent, address: actor.address });
    if (token === null) throw expired();
    await recordSignIn(context, client, { id: adminId, email: admin.email, factor });
    if (factor !== 'recovery_code') return { token, recoveryCodesLeft: null };
    const user = { ...actor, id: adminId, email: admin.email };
    return { token, recoveryCodesLeft: await recordRecoveryCodeUse(client, user, now()) };
  });
  if (opened === null) {
    await recordFailedSignIn(context, first.id, 'second_factor');
    throw typeof code === 'string' ? wrongCode(code) : wrongPasskey();
  }
  await recordSeen(context, first.id, now());
  await attempt.succeed();
  return opened;
}
