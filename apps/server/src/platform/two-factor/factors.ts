import { and, eq, isNotNull } from 'drizzle-orm';
import type pg from 'pg';
import { orm } from '../db/orm.ts';
import { loginChallenges, passkeyRegistrations, passkeys, recoveryCodes, totp } from '../db/schema/session.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { forgetWrongCodes } from './wrong-codes.ts';

/** The SQL condition that an administrator has a second factor. @param id the expression of their id */
export const hasSecondFactor = (id: string): string =>
  `(EXISTS (SELECT FROM totp f WHERE f.admin_id = ${id} AND f.confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM passkeys f WHERE f.admin_id = ${id}))`;

/** Whether an administrator has a second factor, in a transaction. */
export async function hasAnyFactor(client: pg.ClientBase, adminId: string): Promise<boolean> {
  const isTheirs = and(eq(totp.adminId, adminId), isNotNull(totp.confirmedAt));
  const apps = await orm(client).select({ id: totp.adminId }).from(totp).where(isTheirs);
  if (apps.length > 0) return true;
  const keys = await orm(client)
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.adminId, adminId))
    .limit(1);
  return keys.length > 0;
}

/** Recovery codes for somebody who has just added a factor; none where those that they have stay valid. */
export async function recoveryCodesForNew(client: pg.ClientBase, adminId: string): Promise<string[]> {
  return (await countRecoveryCodes(client, adminId)) > 0 ? [] : replaceRecoveryCodes(client, adminId);
}

/** Removes what only a factor gives a meaning, once the last one is gone. */
export async function removeRestOfFactors(client: pg.ClientBase, adminId: string): Promise<void> {
  if (await hasAnyFactor(client, adminId)) return;
  await orm(client).delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId));
  await orm(client).delete(loginChallenges).where(eq(loginChallenges.adminId, adminId));
  await forgetWrongCodes(client, adminId);
}

/** Ends what an administrator has begun and not finished: logins that wait for a second factor, and the set-up of a passkey. */
export async function endPendingSteps(client: pg.ClientBase, adminId: string): Promise<void> {
  await orm(client).delete(loginChallenges).where(eq(loginChallenges.adminId, adminId));
  await orm(client).delete(passkeyRegistrations).where(eq(passkeyRegistrations.adminId, adminId));
}

/** Removes every factor of an administrator, and every login that waits for one. @returns whether there was one */
export async function removeAllFactors(client: pg.ClientBase, adminId: string): Promise<boolean> {
  const had = await hasAnyFactor(client, adminId);
  await orm(client).delete(totp).where(eq(totp.adminId, adminId));
  await orm(client).delete(passkeys).where(eq(passkeys.adminId, adminId));
  await endPendingSteps(client, adminId);
  await removeRestOfFactors(client, adminId);
  return had;
}
