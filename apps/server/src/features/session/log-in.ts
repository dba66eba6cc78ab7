import { sentence } from '@wayside/contract/sentences';
import type { login, SecondFactorMethod } from '@wayside/contract/session';
import type { SecondFactorProof } from '@wayside/contract/two-factor';
import type { ResponseOf } from '@wayside/contract/wire/endpoint';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import type { Actor } from '../../actor.ts';
import { ApiError, forbidden } from '../../api-error.ts';
import type { ActorContext, AppContext, CallContext, Session } from '../../context.ts';
import { normalizeEmail } from '../../email-address.ts';
import { needsProviderSql } from '../../platform/accounts/identities.ts';
import { beginLoginAttempt } from '../../platform/accounts/login-throttle.ts';
import { openSession } from '../../platform/accounts/open-session.ts';
import { isPassword, lockAdmin } from '../../platform/accounts/passwords.ts';
import { recordFailedSignIn, recordSeen, recordSignIn } from '../../platform/accounts/record-sign-in.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { sessions } from '../../platform/db/schema/session.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { consumeSecondFactor } from '../../platform/two-factor/check-second-factor.ts';
import { countRecoveryCodes, factorsOf, hasSecondFactorSql } from '../../platform/two-factor/factors.ts';
import { assertionOptions } from '../../platform/two-factor/passkey-assertion.ts';
import { totpDigits } from '../../platform/two-factor/totp-code.ts';
import { hashToken, newToken } from '../../session-token.ts';

/** Logs the use of a recovery code in the same transaction (TEAM-04). @returns the number of remaining codes */
export async function recordRecoveryCodeUse(
  client: pg.ClientBase,
  actor: Actor & { readonly id: string },
  at: Date,
): Promise<number> {
  const left = await countRecoveryCodes(client, actor.id);
  await recordActivity(client, actor, at, {
    action: 'recovery_code_used',
    entity: 'admin',
    entityId: actor.id,
    changes: [{ field: 'recoveryCodesLeft', before: left + 1, after: left }],
  });
  return left;
}

const CHALLENGE_TTL_MINUTES = 5;

const BEGIN = defineStatement({
  name: 'begin-second-step',
  text: `WITH ended AS (DELETE FROM login_challenges WHERE expires_at <= $3)
         INSERT INTO login_challenges (token_hash, admin_id, expires_at, webauthn_challenge)
         SELECT $1, id, $3::timestamptz + interval '${CHALLENGE_TTL_MINUTES} minutes', $5 FROM admins
         WHERE id = $2 AND password_hash = $4 AND suspended_at IS NULL FOR SHARE RETURNING admin_id AS "adminId"`,
  row: z.object({ adminId: z.string() }),
  example: [Buffer.from('example'), sampleOf('admins'), new Date(0), sampleOf('admins', 'password_hash'), null],
});

/** The response to a correct password when a second factor is required (TEAM-04). */
interface SecondStep {
  readonly challenge: string;
  readonly methods: SecondFactorMethod[];
}

/**
 * Begins the second step of a login after a correct password. @param origin the origin of the page, for passkeys;
 * null if there is none
 * @returns null if the password, factors or suspension have changed since they were read
 */
async function beginSecondStep(
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

/** Statement that finds the administrator with an email. */
export const FIND_ADMIN = defineStatement({
  name: 'find-admin',
  text: `SELECT id, email, password_hash AS "passwordHash", suspended_at IS NOT NULL AS "isSuspended",
           ${hasSecondFactorSql('admins.id')} AS "hasSecondFactor", ${needsProviderSql('admins', '$2')} AS "needsProvider"
         FROM admins WHERE email_key = $1`,
  row: z.object({
    id: z.string(),
    email: z.string(),
    passwordHash: z.string(),
    isSuspended: z.boolean(),
    hasSecondFactor: z.boolean(),
    needsProvider: z.boolean(),
  }),
  example: [sampleOf('admins', 'email_key'), null],
});
const invalidCredentials = () => new ApiError('invalid_credentials', sentence('invalid_credentials'));

/** Creates the session of a local sign-in, which counts as a proof of identity. */
export const toOpenSessionInput = (
  { actor, now }: CallContext,
  input: { readonly adminId: string; readonly passwordHash: string; readonly userAgent: string | undefined },
) => ({ ...input, identityId: null, provedAt: now(), address: actor.address });

interface LogInInput {
  readonly email: string;
  readonly password: string;
  /** The user agent of the browser, shown in the list of sessions (TEAM-03). */
  readonly userAgent?: string | undefined;
  /** The page's origin, for which passkeys are valid. */
  readonly origin?: string | undefined;
}

/**
 * Opens a session (API-01). If a second factor is required, returns a challenge instead, and the attempt counts
 * towards the throttle until the second step succeeds (TEAM-04). @throws 200 with status false if the email or
 * password is wrong; 403 in a public demo (SHIP-06); 429 after too many attempts (SECU-02)
 */
export async function logIn(context: CallContext, input: LogInInput): Promise<ResponseOf<typeof login>> {
  const { database, actor, settings } = context;
  if (settings.isPublicDemo) throw forbidden('demo_sign_in');
  const emailKey = normalizeEmail(input.email);
  const attempt = await beginLoginAttempt(context, actor.address, emailKey);
  const { singleSignOn } = settings;
  const [admin] = await database.rows(FIND_ADMIN, [emailKey, singleSignOn?.issuer ?? null]);
  if (!(await isPassword(input.password, admin?.passwordHash ?? null)) || !admin) {
    await recordFailedSignIn(context, admin?.id ?? null, 'password');
    throw invalidCredentials();
  }
  // The suspension is revealed only after the correct password (TEAM-02).
  if (admin.isSuspended) {
    await recordFailedSignIn(context, admin.id, 'suspended');
    throw new ApiError('invalid_credentials', sentence('account_suspended'));
  }
  if (admin.needsProvider) {
    await recordFailedSignIn(context, admin.id, 'single_sign_on');
    throw new ApiError(
      'invalid_credentials',
      sentence('password_not_in_use', { provider: singleSignOn?.name ?? '' }),
    );
  }
  const { id: adminId, passwordHash } = admin;
  if (admin.hasSecondFactor) {
    const step = await beginSecondStep(context, { adminId, passwordHash, origin: input.origin ?? null });
    if (step === null) throw invalidCredentials();
    await attempt.succeedFirstStep();
    return { token: null, message: null, ...step };
  }
  const session = toOpenSessionInput(context, { adminId, passwordHash, userAgent: input.userAgent });
  const token = await database.transaction(async (client) => {
    const opened = await openSession(context, client, session);
    if (opened !== null) await recordSignIn(context, client, { id: adminId, email: admin.email, factor: null });
    return opened;
  });
  if (token === null) throw invalidCredentials();
  await recordSeen(context, adminId, context.now());
  await attempt.succeed();
  return { token, message: 'Signed in', challenge: null, methods: null };
}

/** Ends the session on the server. From now on, no node accepts its token (AUTH-10, SECU-03, RUN-04). */
export async function logOut(context: ActorContext, { admin, tokenHash }: Session): Promise<void> {
  const { database, actor, now } = context;
  await database.transaction(async (client) => {
    const ended = await orm(client).delete(sessions).where(eq(sessions.tokenHash, tokenHash));
    // If two logouts run concurrently, the second finds no session.
    if (ended.rowCount === 1)
      await recordActivity(client, actor, now(), { action: 'signed_out', entity: 'admin', entityId: admin.id });
  });
}

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

const challengeExpired = () => new ApiError('gone', sentence('password_step_expired'));
/** 200 with status false: the code is neither valid in the authenticator app nor a recovery code. */
export const wrongCode = (code: string) =>
  new ApiError(
    'invalid_credentials',
    totpDigits(code) === null ? sentence('recovery_code_wrong') : sentence('app_code_wrong'),
  );
const wrongPasskey = () => new ApiError('invalid_credentials', sentence('passkey_unknown'));

interface FinishLogInInput {
  readonly challenge: string;
  readonly code: SecondFactorProof;
  readonly userAgent?: string | undefined;
}

/**
 * Completes the second step of a login (TEAM-04). A new password, a suspension or a reset since the first step
 * invalidates the challenge.
 * @throws 410 if the challenge has expired; 200 with status false if the factor is wrong; 429 after too many attempts
 *   (SECU-02)
 */
export async function finishLogIn(
  context: CallContext,
  { challenge, code, userAgent }: FinishLogInInput,
): Promise<{ token: string; recoveryCodesLeft: number | null }> {
  const { database, now, actor } = context;
  const tokenHash = hashToken(challenge);
  const [first] = await database.rows(FIND_CHALLENGE, [tokenHash, now()]);
  if (!first) throw challengeExpired();
  const attempt = await beginLoginAttempt(context, actor.address, first.emailKey);
  const opened = await database.transaction(async (client) => {
    // The lock serialises requests: if two requests send the same challenge or code, the second is rejected because
    // it is already used.
    await lockAdmin(client, first.id);
    const [admin] = await rowsOf(client, FIND_CHALLENGE, [tokenHash, now()]);
    if (!admin) throw challengeExpired();
    const { id: adminId, passwordHash, webauthnChallenge } = admin;
    const factor = await consumeSecondFactor(context, client, { adminId, proof: code, webauthnChallenge });
    if (factor === null) return null;
    await rowsOf(client, USE_CHALLENGE, [tokenHash]);
    const token = await openSession(
      context,
      client,
      toOpenSessionInput(context, { adminId, passwordHash, userAgent }),
    );
    if (token === null) throw challengeExpired();
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
