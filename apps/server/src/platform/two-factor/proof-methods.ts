import { SECOND_FACTORS } from '@wayside/contract/session';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineStatement, sampleOf } from '../db/statement.ts';

const METHODS = defineStatement({
  name: 'second-factor-methods',
  text: `SELECT EXISTS (SELECT FROM totp WHERE admin_id = $1 AND confirmed_at IS NOT NULL) AS "totp",
           EXISTS (SELECT FROM passkeys WHERE admin_id = $1) AS "passkey",
           EXISTS (SELECT FROM recovery_codes WHERE admin_id = $1) AS "recovery_code"`,
  row: z.object({ totp: z.boolean(), passkey: z.boolean(), recovery_code: z.boolean() }),
  example: [sampleOf('admins')],
});

type Factor = (typeof SECOND_FACTORS)[number];

/** The kinds of second factor that an administrator has (TEAM-04). */
export async function factorsOf(database: AppContext['database'], adminId: string): Promise<Factor[]> {
  const [has] = await database.rows(METHODS, [adminId]);
  return SECOND_FACTORS.filter((type) => has?.[type]);
}

/** What POST /admin/prove takes of an administrator (TEAM-05): a passkey signs for logins alone. */
export async function proofMethods(database: AppContext['database'], adminId: string): Promise<string[]> {
  return ['password', ...(await factorsOf(database, adminId)).filter((type) => type !== 'passkey')];
}
