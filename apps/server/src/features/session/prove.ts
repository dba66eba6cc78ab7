import { z } from 'zod';
import { ApiError, badRequest } from '../../api-error.ts';
import type { CallContext, Session } from '../../context.ts';
import { normalizeEmail } from '../../email-address.ts';
import { lockAdmin } from '../../platform/accounts/lock-admin.ts';
import { beginLoginAttempt } from '../../platform/accounts/login-throttle.ts';
import { isPassword } from '../../platform/accounts/passwords.ts';
import { recordFailedSignIn } from '../../platform/accounts/record-sign-in.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { consumeSecondFactor } from '../../platform/two-factor/check-second-factor.ts';
import { wrongCode } from './finish-log-in.ts';
import { recordRecoveryCodeUse } from './record-recovery-code-use.ts';

const FIND_PASSWORD = defineStatement({
  name: 'find-password',
  text: `SELECT password_hash AS "passwordHash" FROM admins WHERE id = $1`,
  row: z.object({ passwordHash: z.string() }),
  example: [sampleOf('admins')],
});
// A password that was changed since it was read proves nothing.
const STORE_PROOF = defineStatement({
  name: 'store-proof',
  text: `UPDATE sessions s SET proved_at = $2 FROM admins a
         WHERE s.token_hash = $1 AND a.id = s.admin_id AND a.suspended_at IS NULL
           AND ($3::text IS NULL OR a.password_hash = $3) RETURNING s.id`,
  row: z.object({ id: z.string() }),
  example: [sampleOf('sessions', 'token_hash'), new Date(0), sampleOf('admins', 'password_hash')],
});

const wrongPassword = () => new ApiError('invalid_credentials', 'The password is wrong.');

export interface ProveInput {
  readonly password: string | null;
  /** Of the authenticator app, or a recovery code. */
  readonly code: string | null;
}

/**
 * Records that the caller has proved who they are, by the password or a second factor (TEAM-05). Guesses count as those of a
 * login.
 * @throws 400 with neither or both; 200 with status false for a wrong one; 429 after too many attempts (SECU-02)
 */
export async function prove(context: CallContext, session: Session, input: ProveInput): Promise<void> {
  const { password, code } = input;
  if ((password === null) === (code === null))
    throw badRequest([{ field: 'password', message: 'or code is required, one of them' }]);
  const attempt = await beginLoginAttempt(context, context.actor.address, normalizeEmail(session.admin.email));
  const isProved =
    password === null
      ? await isProvedByCode(context, session, code ?? '')
      : await isProvedBy(context, session, password);
  if (!isProved) {
    await recordFailedSignIn(context, session.admin.id, 'proof');
    throw password === null ? wrongCode(code ?? '') : wrongPassword();
  }
  await attempt.succeed();
}

async function isProvedBy({ database, now }: CallContext, session: Session, password: string): Promise<boolean> {
  const [found] = await database.rows(FIND_PASSWORD, [session.admin.id]);
  if (!found || !(await isPassword(password, found.passwordHash))) return false;
  const proved = await database.rows(STORE_PROOF, [session.tokenHash, now(), found.passwordHash]);
  return proved.length > 0;
}

function isProvedByCode(context: CallContext, { admin, tokenHash }: Session, code: string): Promise<boolean> {
  const { database, now, actor } = context;
  return database.transaction(async (client) => {
    // One at a time: of two requests with the same code, the second finds it used.
    await lockAdmin(client, admin.id);
    const check = { adminId: admin.id, proof: code, webauthnChallenge: null };
    const factor = await consumeSecondFactor(context, client, check);
    if (factor === null || (await rowsOf(client, STORE_PROOF, [tokenHash, now(), null])).length === 0) return false;
    if (factor === 'recovery_code') await recordRecoveryCodeUse(client, { ...actor, id: admin.id }, now());
    return true;
  });
}
