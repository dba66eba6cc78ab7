import type { Passkey, TwoFactor } from '@wayside/contract/two-factor';
import type pg from 'pg';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineStatement, rowsOf, sampleOf } from '../../db/statement.ts';

const PASSKEY = `json_build_object('id', id, 'name', name, 'createdAt', iso_instant(created_at),
  'lastUsedAt', iso_instant(last_used_at), 'origin', origin)`;

const READ = defineStatement({
  name: 'read-two-factor',
  text: `SELECT (SELECT iso_instant(confirmed_at) FROM totp WHERE admin_id = $1) AS "totpSince",
           (SELECT coalesce(json_agg(${PASSKEY} ORDER BY id), '[]') FROM passkeys WHERE admin_id = $1) AS passkeys,
           (SELECT count(*)::int FROM recovery_codes WHERE admin_id = $1) AS "recoveryCodesLeft"`,
  row: z.object({
    totpSince: z.nullable(z.string()),
    passkeys: z.array(z.custom<Passkey>()),
    recoveryCodesLeft: z.number(),
  }),
  example: [sampleOf('admins')],
});

const READ_PASSKEY = defineStatement({
  name: 'read-passkey',
  text: `SELECT ${PASSKEY} AS record FROM passkeys WHERE id = $1 AND admin_id = $2`,
  row: z.object({ record: z.custom<Passkey>() }),
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
  return found?.record;
}
