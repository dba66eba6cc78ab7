import { randomBytes } from 'node:crypto';
import { ObjectId } from 'bson';
import { asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { normalizeEmail } from '../../email-address.ts';
import {
  createPasswordLink,
  hashPassword,
  isPassword,
  renewPasswordLink,
} from '../../platform/accounts/passwords.ts';
import { SYSTEM_ACTOR } from '../../platform/db/activity-entry.ts';
import type { Database } from '../../platform/db/database.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { admins, sessions } from '../../platform/db/schema/session.ts';
import { isLoopback } from '../../public-address.ts';
import { DEMO_PASSWORD, type Settings } from '../../settings.ts';
import { StartError } from '../../start-error.ts';

/** How to sign in, for the user who starts the program. */
export interface FirstAdmin {
  readonly email: string;
  /** Set only if the password was just generated for a terminal or is the public demo password. */
  readonly password: string | null;
  /** The token of a one-time link to set a password; null if a password is already set. */
  readonly linkToken: string | null;
  /** Further messages about who can sign in. */
  readonly notices: readonly string[];
}

interface AccessInput {
  readonly database: Database;
  readonly settings: Settings;
  /** Whether the output goes to a terminal instead of a stored log. */
  readonly isTerminal: boolean;
}

interface StoredAdmin {
  readonly id: string;
  readonly email: string;
  readonly emailKey: string;
  readonly passwordHash: string;
  readonly suspendedAt: Date | null;
}

/**
 * Checks who can sign in, as the first step at startup. @returns messages about closed accounts
 * @throws StartError if other machines can reach the program while the demo password is valid (PRIV-07)
 */
export async function checkAdmins(database: Database, { host }: Settings): Promise<string[]> {
  const notices = await fillEmailKeys(database);
  if (!(await isLoopback(host))) await rejectDemoPassword(await listAdmins(database), host);
  return notices;
}

/**
 * Creates the first administrator if there is none. The administrator gets ADMIN_PASSWORD if it is set; otherwise the
 * demo password if only this machine can connect; otherwise a generated password if there is a terminal; otherwise a
 * one-time link (PRIV-07). @throws StartError like `checkAdmins`
 */
export async function ensureFirstAdmin(input: AccessInput): Promise<FirstAdmin> {
  const { database, settings } = input;
  const stored = await listAdmins(database);
  const [first] = stored;
  const isLocal = await isLoopback(settings.host);
  // Since `checkAdmins`, a node that only this machine can reach may have created an administrator with the demo
  // password.
  if (!isLocal) await rejectDemoPassword(stored, settings.host);
  if (first)
    return describeFirstAdmin(stored.find(({ suspendedAt }) => suspendedAt === null) ?? first, stored, input);
  const canBeDemo = settings.demo && isLocal;
  // Another node that starts concurrently may have created it first.
  return (await createFirst(input, canBeDemo ? DEMO_PASSWORD : null)) ?? ensureFirstAdmin(input);
}

/** Returns the administrators, oldest first. */
async function listAdmins(database: Database): Promise<StoredAdmin[]> {
  const { id, email, emailKey, passwordHash, suspendedAt } = admins;
  const stored = await database.orm
    .select({ id, email, emailKey, passwordHash, suspendedAt })
    .from(admins)
    .where(isNotNull(emailKey))
    .orderBy(admins.createdAt, id);
  return stored.flatMap((admin) => (admin.emailKey === null ? [] : [{ ...admin, emailKey: admin.emailKey }]));
}

async function rejectDemoPassword(stored: readonly StoredAdmin[], host: string): Promise<void> {
  for (const { email, passwordHash } of stored) {
    if (await isPassword(DEMO_PASSWORD, passwordHash))
      throw new StartError(
        `HOST ${host} makes this server reachable from other machines, and ${email} still has the public demo password. Set another password with "npm run admin -- create ${email}", or leave HOST at 127.0.0.1.`,
      );
  }
}

async function describeFirstAdmin(
  first: StoredAdmin,
  stored: readonly StoredAdmin[],
  { database, settings }: AccessInput,
): Promise<FirstAdmin> {
  const isDemo = settings.demo && (await isPassword(DEMO_PASSWORD, first.passwordHash));
  return {
    email: first.email,
    password: isDemo ? DEMO_PASSWORD : null,
    linkToken: await renewPasswordLink(database, first.id),
    notices: (await isApplied(stored, settings)) ? [] : [describeIgnored(settings.adminEmail)],
  };
}

/** Checks whether ADMIN_PASSWORD is unset or is the password of ADMIN_EMAIL. */
async function isApplied(
  stored: readonly StoredAdmin[],
  { adminEmail, adminPassword }: Settings,
): Promise<boolean> {
  if (adminPassword === null) return true;
  const key = normalizeEmail(adminEmail);
  const named = stored.find(({ emailKey }) => emailKey === key);
  return named !== undefined && (await isPassword(adminPassword, named.passwordHash));
}

const describeIgnored = (email: string) =>
  `ADMIN_PASSWORD is not applied, since there is an administrator already: "npm run admin -- create ${email}" sets a password.`;

/** Creates the first administrator. Returns null if another node has created one in the meantime. */
async function createFirst(
  { database, settings: { adminEmail, adminPassword }, isTerminal }: AccessInput,
  demoPassword: string | null,
): Promise<FirstAdmin | null> {
  const printable = demoPassword ?? (isTerminal ? newPassword() : null);
  const password = adminPassword ?? printable;
  const id = new ObjectId().toHexString();
  const passwordHash = await hashPassword(password ?? newPassword());
  return database.transaction(async (client) => {
    // The lock ensures that there is only one first administrator, even if another node has a different ADMIN_EMAIL.
    await client.query('LOCK TABLE admins IN SHARE ROW EXCLUSIVE MODE');
    const { rowCount } = await client.query(
      `INSERT INTO admins (id, email, email_key, name, password_hash)
       SELECT $1, $2, $3, 'Admin', $4 WHERE NOT EXISTS (SELECT FROM admins WHERE email_key IS NOT NULL)
       ON CONFLICT DO NOTHING`,
      [id, adminEmail, normalizeEmail(adminEmail), passwordHash],
    );
    if (rowCount === 0) return null;
    const linkToken = password === null ? await createPasswordLink(client, id) : null;
    await recordActivity(client, SYSTEM_ACTOR, new Date(), {
      action: 'created',
      entity: 'admin',
      entityId: id,
      changes: [{ field: 'role', before: null, after: 'owner' }],
    });
    // A password chosen by the operator is never printed.
    return { email: adminEmail, password: adminPassword === null ? printable : null, linkToken, notices: [] };
  });
}

const newPassword = () => randomBytes(12).toString('base64url');

/**
 * Stores missing normalized emails of administrators, in a database from before SECU-02. If two accounts have the
 * same normalized email, the older account keeps it and the other is closed. @returns a message about each closed
 * account, at every startup
 */
export async function fillEmailKeys(database: Database): Promise<string[]> {
  const lacking = await database.orm.select({ id: admins.id }).from(admins).where(isNull(admins.emailKey)).limit(1);
  if (lacking.length === 0) return [];
  return database.transaction(async (client) => {
    // The lock prevents other transactions from assigning a key in the meantime.
    await client.query('LOCK TABLE admins IN SHARE ROW EXCLUSIVE MODE');
    const { id, email, emailKey, createdAt } = admins;
    const rows = await orm(client)
      .select({ id, email, emailKey })
      .from(admins)
      .orderBy(asc(isNull(emailKey)), createdAt, id);
    const emailOf = new Map<string, string>();
    const closed: string[] = [];
    for (const admin of rows) {
      const key = admin.emailKey ?? normalizeEmail(admin.email);
      const owner = emailOf.get(key);
      if (owner === undefined) {
        emailOf.set(key, admin.email);
        if (admin.emailKey === null)
          await orm(client).update(admins).set({ emailKey: key }).where(eq(admins.id, admin.id));
      } else {
        await orm(client).delete(sessions).where(eq(sessions.adminId, admin.id));
        closed.push(describeClosed(admin.email, owner));
      }
    }
    return closed;
  });
}

const describeClosed = (email: string, owner: string) =>
  `The administrators ${JSON.stringify(owner)} and ${JSON.stringify(email)} have the same email address: only the first can sign in. "npm run admin -- create ${owner}" sets its password.`;
