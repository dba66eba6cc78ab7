import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import type pg from 'pg';
import { type ApiError, conflict } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { normalizeEmail } from '../../email-address.ts';
import { hasAnotherOwner, lockRoles, setRole } from '../../platform/accounts/change-role.ts';
import { SYSTEM_ACTOR } from '../../platform/db/activity-entry.ts';
import { orm } from '../../platform/db/orm.ts';
import { adminIdentities, admins } from '../../platform/db/schema/session.ts';
import type { KnownAdmin } from './decide-access.ts';

const cellAddressOf = (id: string) => ({ table: 'admin_identities', id, column: 'refresh_token' });

interface StoredRefreshToken {
  readonly id: string;
  /** The encrypted refresh token. */
  readonly stored: string | null;
}

/** @throws DecryptionError */
export const decryptRefreshToken = (
  { keys }: Pick<AppContext, 'keys'>,
  { id, stored }: { readonly id: string; readonly stored: string },
): Promise<string> => keys.decrypt(stored, cellAddressOf(id));

/**
 * Checks whether a refresh token is still the stored one, which a new sign-in replaces. A change of the data key
 * changes only its encryption.
 */
export const isRefreshToken = async (
  context: Pick<AppContext, 'keys'>,
  { id, stored }: StoredRefreshToken,
  refreshToken: string,
): Promise<boolean> => stored !== null && (await decryptRefreshToken(context, { id, stored })) === refreshToken;

/** Polling interval plus response timeout: access ends within 60 s after it is removed. */
export const CHECK_EVERY_MS = 30_000;

interface ConfirmedAccess {
  readonly id: string;
  /** If null, the stored token is unchanged. */
  readonly refreshToken: string | null;
  readonly at: Date;
}

/**
 * Stores that the provider has confirmed the person's access. @param client of a transaction that has found the
 * identity
 */
export async function storeConfirmation(
  { keys }: Pick<AppContext, 'keys'>,
  client: pg.ClientBase,
  { id, refreshToken, at }: ConfirmedAccess,
): Promise<void> {
  const nextCheckAt = new Date(at.getTime() + CHECK_EVERY_MS);
  const token = refreshToken && { refreshToken: await keys.encrypt(client, refreshToken, cellAddressOf(id)) };
  await orm(client)
    .update(adminIdentities)
    .set({ ...token, checkedAt: at, nextCheckAt })
    .where(eq(adminIdentities.id, id));
}

interface UsedRefreshToken {
  readonly id: string;
  readonly used: string;
  readonly next: string;
}

/** Stores the refresh token that replaces a used one. @returns whether the identity still had the used token */
export function replaceRefreshToken(
  { database, keys }: Pick<AppContext, 'database' | 'keys'>,
  { id, used, next }: UsedRefreshToken,
): Promise<boolean> {
  return database.transaction(async (client) => {
    const [found] = await orm(client)
      .select({ stored: adminIdentities.refreshToken })
      .from(adminIdentities)
      .where(eq(adminIdentities.id, id))
      .for('update');
    if (!found || !(await isRefreshToken({ keys }, { id, ...found }, used))) return false;
    const refreshToken = await keys.encrypt(client, next, cellAddressOf(id));
    await orm(client).update(adminIdentities).set({ refreshToken }).where(eq(adminIdentities.id, id));
    return true;
  });
}

/** An administrator with an identity at the provider. */
export interface Identity extends KnownAdmin {
  readonly identityId: string;
  /** The encrypted refresh token. */
  readonly refreshToken: string | null;
  readonly id: string;
  readonly email: string;
  readonly role: string;
}

/**
 * Finds the administrator whom the issuer and subject identify. Also locks roles, so that at least one owner remains.
 */
export async function findIdentity(
  client: pg.ClientBase,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<Identity | null> {
  await lockRoles(client);
  const [found] = await orm(client)
    .select({
      identityId: adminIdentities.id,
      refreshToken: adminIdentities.refreshToken,
      id: admins.id,
      email: admins.email,
      role: admins.role,
      suspendedAt: admins.suspendedAt,
    })
    .from(adminIdentities)
    .innerJoin(admins, eq(admins.id, adminIdentities.adminId))
    .where(
      and(eq(adminIdentities.issuer, issuer), eq(adminIdentities.subject, subject), isNotNull(admins.emailKey)),
    )
    .for('update');
  if (!found) return null;
  const { suspendedAt, ...identity } = found;
  return {
    ...identity,
    isSuspended: suspendedAt !== null,
    isLastOwner: found.role === 'owner' && !(await hasAnotherOwner(client, found.id)),
  };
}

/**
 * Checks whether another account has an email. @param known an account to exclude; suspended accounts are then
 * ignored
 */
export async function isEmailTaken(
  client: pg.ClientBase,
  email: string | null,
  known: Pick<Identity, 'id'> | null,
): Promise<boolean> {
  if (email === null) return false;
  const isOther = known === null ? undefined : and(ne(admins.id, known.id), isNull(admins.suspendedAt));
  const isSame = and(eq(admins.emailKey, normalizeEmail(email)), isOther);
  return (await orm(client).select({ id: admins.id }).from(admins).where(isSame)).length > 0;
}

/** @param name the name of the provider */
export const secondAccount = (name: string): ApiError => conflict('email_of_another_account', { provider: name });

/** Sets the administrator's role to the role from their groups. */
export async function setRoleFromGroups(
  client: pg.ClientBase,
  { id, role: before }: Pick<Identity, 'id' | 'role'>,
  { role: after, at }: { readonly role: Parameters<typeof setRole>[2]['after']; readonly at: Date },
): Promise<void> {
  if (before !== after) await setRole(client, SYSTEM_ACTOR, { id, before, after, at });
}
