import type { Passkey, TwoFactor } from '@wayside/contract/two-factor';
import type pg from 'pg';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';

const PASSKEYS = `SELECT id, name, iso_instant(created_at) AS "createdAt", iso_instant(last_used_at) AS "lastUsedAt", origin
  FROM passkeys`;
const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  origin: z.string(),
});

const READ = defineStatement({
  name: 'read-two-factor',
  text: `SELECT (SELECT iso_instant(confirmed_at) FROM totp WHERE admin_id = $1) AS "totpSince",
           ${jsonRows(`${PASSKEYS} WHERE admin_id = $1 ORDER BY id`)} AS passkeys,
           (SELECT count(*)::int FROM recovery_codes WHERE admin_id = $1) AS "recoveryCodesLeft"`,
  row: z.object({
    totpSince: z.nullable(z.string()),
    passkeys: z.array(passkey),
    recoveryCodesLeft: z.number(),
  }),
  example: [sampleOf('admins')],
});

const READ_PASSKEY = defineStatement({
  name: 'read-passkey',
  text: `${PASSKEYS} WHERE id = $1 AND admin_id = $2`,
  row: passkey,
  example: [sampleOf('passkeys'), sampleOf('passkeys', 'admin_id')],
});

/** The second factors of an administrator (TEAM-04). */
export async function readTwoFactor(
  { database, settings }: AppContext,
  { adminId }: { readonly adminId: string },
): Promise<TwoFactor> {
  const [found] = await database.rows(READ, [adminId]);
  if (!found) throw new Error('a statement without a condition found nothing');
  return { ...found, isRequired: settings.requiresTwoFactor };
}

/** One of their passkeys, in a transaction; undefined where they have none with this id. */
export async function readPasskey(
  client: pg.ClientBase,
  { id, adminId }: { readonly id: string; readonly adminId: string },
): Promise<Passkey | undefined> {
  const [found] = await rowsOf(client, READ_PASSKEY, [id, adminId]);
  return found;
}
