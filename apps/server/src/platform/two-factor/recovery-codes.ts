import { createHash, randomBytes } from 'node:crypto';
import { and, count, eq } from 'drizzle-orm';
import type pg from 'pg';
import { orm } from '../db/orm.ts';
import { recoveryCodes } from '../db/schema/session.ts';

const CODES = 10;
/** 120 random bits: a hash without a salt is enough. */
const LENGTH = 24;
const GROUP = /.{4}(?=.)/g;
/** Crockford's base32: no letter that reads like a digit. */
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

/** Gives an administrator ten codes; those before stop working. @returns them, of which the database has the hashes */
export async function replaceRecoveryCodes(client: pg.ClientBase, adminId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await orm(client).delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId));
  await orm(client)
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ adminId, codeHash: hashCode(code) })));
  return codes;
}

/** Uses a code up. @returns whether it was one of the administrator's */
export async function consumeRecoveryCode(client: pg.ClientBase, adminId: string, typed: string): Promise<boolean> {
  const used = await orm(client)
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.adminId, adminId), eq(recoveryCodes.codeHash, hashCode(typed))));
  return used.rowCount === 1;
}

/** How many codes an administrator has left. */
export async function countRecoveryCodes(client: pg.ClientBase, adminId: string): Promise<number> {
  const [row] = await orm(client)
    .select({ left: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.adminId, adminId));
  return row?.left ?? 0;
}
