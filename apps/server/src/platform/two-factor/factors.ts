import { createHash, randomBytes } from 'node:crypto';
import { sentence } from '@wayside/contract/sentences';
import { SECOND_FACTORS } from '@wayside/contract/session';
import { and, count, eq, isNotNull } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { ApiError } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { orm } from '../db/orm.ts';
import {
  loginAttempts,
  loginChallenges,
  passkeyRegistrations,
  passkeys,
  recoveryCodes,
  totp,
} from '../db/schema/session.ts';
import { defineStatement, rowsOf, sampleOf } from '../db/statement.ts';

const CODE_COUNT = 10;
/** 120 random bits need no salt. */
const LENGTH = 24;
const GROUP = /.{4}(?=.)/g;
/** Crockford's base32 alphabet, without letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const newCode = (): string =>
  [...randomBytes(LENGTH)]
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replace(GROUP, '$&-');

function hashCode(typed: string): Buffer {
  const plain = typed
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return createHash('sha256').update(plain).digest();
}

/** Replaces an administrator's recovery codes with ten new ones. @returns the new codes */
export async function replaceRecoveryCodes(client: pg.ClientBase, adminId: string): Promise<string[]> {
  const codes = Array.from({ length: CODE_COUNT }, newCode);
  await orm(client).delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId));
  await orm(client)
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ adminId, codeHash: hashCode(code) })));
  return codes;
}

/** @returns whether the code was valid */
export async function consumeRecoveryCode(client: pg.ClientBase, adminId: string, typed: string): Promise<boolean> {
  const used = await orm(client)
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.adminId, adminId), eq(recoveryCodes.codeHash, hashCode(typed))));
  return used.rowCount === 1;
}

export async function countRecoveryCodes(client: pg.ClientBase, adminId: string): Promise<number> {
  const [row] = await orm(client)
    .select({ left: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.adminId, adminId));
  return row?.left ?? 0;
}

/** At any time, three in a million codes are valid, so guessing one takes 3,000 days on average. */
const MAX_WRONG_CODES_PER_DAY = 100;
/** Wrong codes are counted across all addresses. */
const EVERY_ADDRESS = '';

const accountOf = (adminId: string): Buffer => createHash('sha256').update(`codes of ${adminId}`).digest();

const COUNT = defineStatement({
  name: 'count-wrong-code',
  text: `INSERT INTO login_attempts AS seen (address, account_hash, attempts, window_ends_at)
         VALUES ($1, $2, 1, $3::timestamptz + interval '1 day')
         ON CONFLICT (address, account_hash) DO UPDATE SET
           attempts = CASE WHEN seen.window_ends_at <= $3 THEN 1 ELSE seen.attempts + 1 END,
           window_ends_at = CASE WHEN seen.window_ends_at <= $3 THEN excluded.window_ends_at ELSE seen.window_ends_at END`,
  example: [EVERY_ADDRESS, Buffer.from('example'), new Date(0)],
});
const FIND = defineStatement({
  name: 'find-wrong-codes',
  text: `SELECT attempts, extract(epoch FROM window_ends_at - $3::timestamptz)::float8 AS "secondsLeft"
         FROM login_attempts WHERE address = $1 AND account_hash = $2 AND window_ends_at > $3`,
  row: z.object({ attempts: z.number(), secondsLeft: z.number() }),
  example: [sampleOf('login_attempts', 'address'), sampleOf('login_attempts', 'account_hash'), new Date(0)],
});

/**
 * Stops guessing of codes from any number of addresses (SECU-02). Recovery codes and passkeys continue to work.
 * @param client holds the administrator's lock
 * @throws 429
 */
export async function requireGuessesLeft(client: pg.ClientBase, adminId: string, at: Date): Promise<void> {
  const [found] = await rowsOf(client, FIND, [EVERY_ADDRESS, accountOf(adminId), at]);
  if (found && found.attempts >= MAX_WRONG_CODES_PER_DAY)
    throw new ApiError('too_many_attempts', sentence('too_many_wrong_codes'), {
      retryAfterSeconds: found.secondsLeft,
    });
}

/** @param client holds the administrator's lock */
export async function countWrongCode(client: pg.ClientBase, adminId: string, at: Date): Promise<void> {
  await rowsOf(client, COUNT, [EVERY_ADDRESS, accountOf(adminId), at]);
}

export async function clearWrongCodes(client: pg.ClientBase, adminId: string): Promise<void> {
  const { address, accountHash } = loginAttempts;
  await orm(client)
    .delete(loginAttempts)
    .where(and(eq(address, EVERY_ADDRESS), eq(accountHash, accountOf(adminId))));
}

/**
 * Returns a SQL condition that an administrator has a second factor. @param id SQL expression of the administrator's
 * id
 */
export const hasSecondFactorSql = (id: string): string =>
  `(EXISTS (SELECT FROM totp f WHERE f.admin_id = ${id} AND f.confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM passkeys f WHERE f.admin_id = ${id}))`;

export async function hasAnyFactor(client: pg.ClientBase, adminId: string): Promise<boolean> {
  const isConfirmedTotp = and(eq(totp.adminId, adminId), isNotNull(totp.confirmedAt));
  const apps = await orm(client).select({ id: totp.adminId }).from(totp).where(isConfirmedTotp);
  if (apps.length > 0) return true;
  const keys = await orm(client)
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.adminId, adminId))
    .limit(1);
  return keys.length > 0;
}

/** Creates recovery codes when a first factor is added; empty if existing codes remain valid. */
export async function recoveryCodesForNew(client: pg.ClientBase, adminId: string): Promise<string[]> {
  return (await countRecoveryCodes(client, adminId)) > 0 ? [] : replaceRecoveryCodes(client, adminId);
}

/** Removes recovery codes, pending logins and counted guesses if no factor is left. */
export async function removeRestOfFactors(client: pg.ClientBase, adminId: string): Promise<void> {
  if (await hasAnyFactor(client, adminId)) return;
  await orm(client).delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId));
  await orm(client).delete(loginChallenges).where(eq(loginChallenges.adminId, adminId));
  await clearWrongCodes(client, adminId);
}

/** Ends logins that wait for a second factor, and a pending registration of a passkey. */
export async function endPendingSteps(client: pg.ClientBase, adminId: string): Promise<void> {
  await orm(client).delete(loginChallenges).where(eq(loginChallenges.adminId, adminId));
  await orm(client).delete(passkeyRegistrations).where(eq(passkeyRegistrations.adminId, adminId));
}

export async function removeAllFactors(client: pg.ClientBase, adminId: string): Promise<boolean> {
  const had = await hasAnyFactor(client, adminId);
  await orm(client).delete(totp).where(eq(totp.adminId, adminId));
  await orm(client).delete(passkeys).where(eq(passkeys.adminId, adminId));
  await endPendingSteps(client, adminId);
  await removeRestOfFactors(client, adminId);
  return had;
}

const METHODS = defineStatement({
  name: 'second-factor-methods',
  text: `SELECT EXISTS (SELECT FROM totp WHERE admin_id = $1 AND confirmed_at IS NOT NULL) AS "totp",
           EXISTS (SELECT FROM passkeys WHERE admin_id = $1) AS "passkey",
           EXISTS (SELECT FROM recovery_codes WHERE admin_id = $1) AS "recovery_code"`,
  row: z.object({ totp: z.boolean(), passkey: z.boolean(), recovery_code: z.boolean() }),
  example: [sampleOf('admins')],
});

type Factor = (typeof SECOND_FACTORS)[number];

/** Returns the second factors of an administrator (TEAM-04). */
export async function factorsOf(database: AppContext['database'], adminId: string): Promise<Factor[]> {
  const [has] = await database.rows(METHODS, [adminId]);
  return SECOND_FACTORS.filter((type) => has?.[type]);
}
