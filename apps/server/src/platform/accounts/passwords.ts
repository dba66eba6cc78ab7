import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import { and, eq, gt, lte, ne, sql } from 'drizzle-orm';
import type pg from 'pg';
import { hashToken, newToken } from '../../session-token.ts';
import { DEMO_PASSWORD } from '../../settings.ts';
import type { Database } from '../db/database.ts';
import { orm } from '../db/orm.ts';
import { admins, loginAttempts, passwordLinks, sessions } from '../db/schema/session.ts';
import { clearWrongCodes, endPendingSteps } from '../two-factor/factors.ts';
import { accountHashOf } from './login-throttle.ts';

/** Locks an administrator, so that changes of their sign-in run one after another. */
export async function lockAdmin(client: pg.ClientBase, adminId: string): Promise<void> {
  await orm(client).select({ id: admins.id }).from(admins).where(eq(admins.id, adminId)).for('update');
}

const MIN_LENGTH = 8;
// The maximum length that the login accepts (API-01).
const MAX_LENGTH = 200;

/** Returns why a password is rejected, without quoting it; null if it is accepted. */
export function passwordError(password: string): Sentence | null {
  if (password.length < MIN_LENGTH) return sentence('password_too_short', { least: MIN_LENGTH });
  if (password.length > MAX_LENGTH) return sentence('password_too_long', { most: MAX_LENGTH });
  if (password.trim() === '') return sentence('password_blank');
  if (/\p{Cc}|\p{Cs}/u.test(password)) return sentence('password_several_lines');
  if (password === DEMO_PASSWORD) return sentence('password_of_demo');
  return null;
}

// OWASP's recommendation for argon2id. A hash takes about 40 ms.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Returns an argon2id hash with salt and parameters. */
export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

// Makes a login with an unknown email take as long as one with a known email (API-01).
const dummyHash = hashPassword(randomBytes(32).toString('base64'));

/** Checks a password. It takes the same time if there is no hash. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await dummyHash), password);
  return isRight && passwordHash !== null;
}

/**
 * Sets a password. The same transaction ends sessions (SECU-03) and pending logins, deletes one-time links and resets
 * the throttle. @param exceptTokenHash the session of an administrator who changes their own password (TEAM-03)
 * @returns the number of ended sessions
 */
export async function replacePassword(
  client: pg.ClientBase,
  adminId: string,
  passwordHash: string,
  exceptTokenHash: Buffer | null = null,
): Promise<number> {
  const changed = await orm(client)
    .update(admins)
    .set({ passwordHash, hasPassword: true })
    .where(eq(admins.id, adminId))
    .returning({ emailKey: admins.emailKey });
  await orm(client).delete(passwordLinks).where(eq(passwordLinks.adminId, adminId));
  for (const { emailKey } of changed)
    if (emailKey !== null)
      await orm(client)
        .delete(loginAttempts)
        .where(eq(loginAttempts.accountHash, accountHashOf(emailKey)));
  await clearWrongCodes(client, adminId);
  return endSessions(client, adminId, exceptTokenHash);
}

/** Ends an administrator's sessions and pending logins on every node. @returns the number of ended sessions */
export async function endSessions(
  client: pg.ClientBase,
  adminId: string,
  exceptTokenHash: Buffer | null = null,
): Promise<number> {
  await endPendingSteps(client, adminId);
  const isOther = exceptTokenHash === null ? undefined : ne(sessions.tokenHash, exceptTokenHash);
  const ended = await orm(client)
    .delete(sessions)
    .where(and(eq(sessions.adminId, adminId), isOther));
  return ended.rowCount ?? 0;
}

/** Expires an administrator's one-time links. An owner can create another one (TEAM-02). */
export async function expirePasswordLinks(client: pg.ClientBase, adminId: string, at: Date): Promise<void> {
  await orm(client)
    .update(passwordLinks)
    .set({ expiresAt: at })
    .where(and(eq(passwordLinks.adminId, adminId), gt(passwordLinks.expiresAt, at)));
}

export const LINK_HOURS = 72;
const HOUR_MS = 3_600_000;

/**
 * Creates a one-time link. @param at when the link was created @returns its token, which the database stores only as
 * a hash
 */
export async function createPasswordLink(
  client: pg.ClientBase,
  adminId: string,
  at: Date = new Date(),
): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(at.getTime() + LINK_HOURS * HOUR_MS);
  await orm(client)
    .insert(passwordLinks)
    .values({ tokenHash: hashToken(token), adminId, expiresAt });
  return token;
}

/** Creates another one-time link; returns null if the administrator has already set a password. */
export function renewPasswordLink(database: Database, adminId: string): Promise<string | null> {
  return database.transaction(async (client) => {
    await lockAdmin(client, adminId);
    const links = await orm(client)
      .select({ adminId: passwordLinks.adminId })
      .from(passwordLinks)
      .where(eq(passwordLinks.adminId, adminId))
      .limit(1);
    if (links.length === 0) return null;
    const token = await createPasswordLink(client, adminId);
    await orm(client)
      .delete(passwordLinks)
      .where(and(eq(passwordLinks.adminId, adminId), lte(passwordLinks.expiresAt, sql`now()`)));
    return token;
  });
}
