import type { Preferences } from '@wayside/contract/preferences';
import type { OwnAccount, OwnSession } from '@wayside/contract/profile';
import { sentence } from '@wayside/contract/sentences';
import type { SIGN_IN_WAYS } from '@wayside/contract/single-sign-on';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type pg from 'pg';
import { invalidField, notFound, notSignedIn } from '../../api-error.ts';
import type { ActorContext, AppContext, CallContext, Session } from '../../context.ts';
import { normalizeEmail } from '../../email-address.ts';
import { signInWaySql } from '../../platform/accounts/identities.ts';
import { beginLoginAttempt } from '../../platform/accounts/login-throttle.ts';
import {
  endSessions,
  hashPassword,
  isPassword,
  passwordError,
  replacePassword,
} from '../../platform/accounts/passwords.ts';
import { recordFailedSignIn } from '../../platform/accounts/record-sign-in.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { preferences } from '../../platform/db/schema/preferences.ts';
import { admins, sessions } from '../../platform/db/schema/session.ts';

/**
 * Browser names by a pattern in the user agent. The first match counts, because most browsers also name Chrome and
 * Safari.
 */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPiOS|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome|Chromium)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
];

/**
 * Operating system names by a pattern in the user agent. The first match counts, because Android user agents also
 * contain "Linux" and iPhone user agents also contain "Mac OS".
 */
const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac(intosh| OS X)\b/],
  ['Linux', /\bLinux\b/],
];

const UNKNOWN_DEVICE = 'Unknown device';

/** Returns a readable device name such as "Chrome on Windows". An unknown user agent is "Unknown device". */
export function deviceName(userAgent: string | null): string {
  const nameIn = (list: typeof BROWSERS) => list.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
  const browser = nameIn(BROWSERS);
  const system = nameIn(SYSTEMS);
  if (browser === undefined || system === undefined) return browser ?? system ?? UNKNOWN_DEVICE;
  return `${browser} on ${system}`;
}

const { id, name, email, role, createdAt } = admins;
const signInWay = sql<(typeof SIGN_IN_WAYS)[number]>`${sql.raw(signInWaySql('admins'))}`;

const asOwnAccount = (
  row: Pick<typeof admins.$inferSelect, 'id' | 'name' | 'email' | 'role' | 'createdAt'> &
    Pick<OwnAccount, 'signInWay'>,
): OwnAccount => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

/** Returns the account of the signed-in administrator (TEAM-03). */
export async function readOwnAccount({ database }: AppContext, { admin }: Session): Promise<OwnAccount> {
  const [row] = await database.orm
    .select({ id, name, email, role, signInWay, createdAt })
    .from(admins)
    .where(eq(id, admin.id));
  if (!row) throw notSignedIn();
  return asOwnAccount(row);
}

/** Changes the caller's own name (TEAM-03). The activity log records the change without the name. */
export function renameSelf(
  { database, actor, now }: ActorContext,
  { admin, name: given }: { readonly admin: Session['admin']; readonly name: string },
): Promise<OwnAccount> {
  return database.transaction(async (client: pg.ClientBase) => {
    const [before] = await orm(client).select({ name }).from(admins).where(eq(id, admin.id)).for('update');
    const [row] = await orm(client)
      .update(admins)
      .set({ name: given })
      .where(eq(id, admin.id))
      .returning({ id, name, email, role, signInWay, createdAt });
    if (!row) throw notSignedIn();
    if (before?.name !== given)
      await recordActivity(client, actor, now(), {
        action: 'updated',
        entity: 'admin',
        entityId: admin.id,
        changes: [{ field: 'name', before: null, after: null }],
      });
    return asOwnAccount(row);
  });
}

/** Returns the caller's own open sessions, the current one first, then by last use (TEAM-03). */
export async function listOwnSessions(
  { database, now }: AppContext,
  { admin, tokenHash }: Session,
): Promise<{ rows: OwnSession[] }> {
  const open = await database.orm
    .select()
    .from(sessions)
    .where(and(eq(sessions.adminId, admin.id), gt(sessions.expiresAt, now())))
    .orderBy(desc(sessions.lastSeenAt), sessions.id);
  const rows = open.map((session) => ({
    id: session.id,
    device: deviceName(session.userAgent),
    address: session.address,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt?.toISOString() ?? null,
    isCurrent: tokenHash.equals(session.tokenHash),
  }));
  return { rows: [...rows.filter(({ isCurrent }) => isCurrent), ...rows.filter(({ isCurrent }) => !isCurrent)] };
}

/**
 * Ends one of the caller's own sessions (TEAM-03). @throws 404 if the session does not exist, has ended, or belongs
 * to another user
 */
export function endOwnSession(
  { database, actor, now }: ActorContext,
  { session, id }: { readonly session: Session; readonly id: string },
): Promise<void> {
  return database.transaction(async (client) => {
    const isOwn = and(eq(sessions.id, id), eq(sessions.adminId, session.admin.id));
    const ended = await orm(client).delete(sessions).where(isOwn);
    if (!ended.rowCount) throw notFound('session');
    await recordActivity(client, actor, now(), endedEntry(session, ended.rowCount));
  });
}

/** Ends all of the caller's sessions except the current one (TEAM-03). @returns the number of ended sessions */
export function endOtherSessions(
  { database, actor, now }: ActorContext,
  session: Session,
): Promise<{ endedSessions: number }> {
  return database.transaction(async (client) => {
    const endedSessions = await endSessions(client, session.admin.id, session.tokenHash);
    if (endedSessions > 0) await recordActivity(client, actor, now(), endedEntry(session, endedSessions));
    return { endedSessions };
  });
}

const endedEntry = ({ admin }: Session, count: number) =>
  ({
    action: 'sessions_ended',
    entity: 'admin',
    entityId: admin.id,
    changes: [{ field: 'sessions', before: null, after: count }],
  }) as const;

interface SavePreferencesInput {
  readonly session: Session;
  /** A preference that is null is unchanged. */
  readonly given: Preferences;
}

/**
 * Sets the caller's preferences in a fixed order, so that two calls cannot deadlock (VIEW-05). The activity log does
 * not record preferences.
 */
export async function savePreferences(
  { database }: AppContext,
  { session, given: { columns, ...single } }: SavePreferencesInput,
): Promise<Record<string, never>> {
  const adminId = session.admin.id;
  const rows = [
    ...Object.entries(single)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => ({ adminId, name, list: '', value })),
    ...new Map(
      (columns ?? []).map(({ list, shown }) => [list, { adminId, name: 'columns', list, value: shown }]),
    ).values(),
  ].toSorted((one, other) => (one.name + one.list < other.name + other.list ? -1 : 1));
  if (rows.length === 0) return {};
  await database.orm
    .insert(preferences)
    .values(rows)
    .onConflictDoUpdate({
      target: [preferences.adminId, preferences.name, preferences.list],
      set: { value: sql`excluded.value` },
    });
  return {};
}

const WRONG_PASSWORD = sentence('current_password_wrong');

interface ChangePasswordInput {
  readonly session: Session;
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Changes the caller's own password and ends all other sessions (TEAM-03). Wrong guesses of the current password
 * count as login attempts (SECU-02). @returns the number of ended sessions @throws 400 with the invalid field; 429
 * after too many wrong guesses
 */
export async function changePassword(
  context: CallContext,
  { session, currentPassword, newPassword }: ChangePasswordInput,
): Promise<{ endedSessions: number }> {
  const { database, now, actor } = context;
  const { id, email } = session.admin;
  const error = passwordError(newPassword);
  if (error !== null) throw invalidField('newPassword', error);
  const attempt = await beginLoginAttempt(context, actor.address, normalizeEmail(email));
  const [stored] = await database.orm
    .select({ passwordHash: admins.passwordHash })
    .from(admins)
    .where(eq(admins.id, id));
  if (!(await isPassword(currentPassword, stored?.passwordHash ?? null))) {
    await recordFailedSignIn(context, id, 'proof');
    throw invalidField('currentPassword', WRONG_PASSWORD);
  }
  const passwordHash = await hashPassword(newPassword);
  const endedSessions = await database.transaction(async (client) => {
    const [locked] = await orm(client)
      .select({ passwordHash: admins.passwordHash })
      .from(admins)
      .where(eq(admins.id, id))
      .for('update');
    // The password has changed in the meantime, so the given password is no longer the current one.
    if (locked?.passwordHash !== stored?.passwordHash) throw invalidField('currentPassword', WRONG_PASSWORD);
    const ended = await replacePassword(client, id, passwordHash, session.tokenHash);
    await recordActivity(client, actor, now(), { action: 'password_set', entity: 'admin', entityId: id });
    return ended;
  });
  await attempt.succeed();
  return { endedSessions };
}
