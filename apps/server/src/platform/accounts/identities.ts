import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineStatement, sampleOf } from '../db/statement.ts';
import { factorsOf } from '../two-factor/factors.ts';

const IDENTITIES = 'SELECT FROM admin_identities i WHERE i.admin_id';

/** Returns the SQL for one of SIGN_IN_WAYS (SHIP-04). @param admin the alias of the row of `admins` */
export const signInWaySql = (admin: string): string =>
  `CASE WHEN NOT EXISTS (${IDENTITIES} = ${admin}.id) THEN 'password'
        WHEN ${admin}.has_password AND ${admin}.role = 'owner' THEN 'both' ELSE 'single_sign_on' END`;

/**
 * Returns the SQL condition that the identity provider replaces the password (SHIP-04). An owner's password always
 * works, even if the provider is unreachable.
 * @param issuer the parameter with the issuer of this installation, or null
 */
export const needsProviderSql = (admin: string, issuer: string): string =>
  `(${admin}.role <> 'owner' AND EXISTS (${IDENTITIES} = ${admin}.id AND i.issuer = ${issuer}))`;

const PROOF_WAYS = defineStatement({
  name: 'proof-ways',
  text: `SELECT has_password AND NOT ${needsProviderSql('a', '$2')} AS "hasPassword", EXISTS (${IDENTITIES} = a.id AND i.issuer = $2) AS "hasIdentity"
         FROM admins a WHERE id = $1`,
  row: z.object({ hasPassword: z.boolean(), hasIdentity: z.boolean() }),
  example: [sampleOf('admins'), null],
});

/**
 * Returns the methods by which an administrator can prove their identity (TEAM-05). Passkeys are used only for
 * signing in.
 */
export async function proofMethods({ database, settings }: AppContext, adminId: string): Promise<string[]> {
  const [ways] = await database.rows(PROOF_WAYS, [adminId, settings.singleSignOn?.issuer ?? null]);
  const factors = await factorsOf(database, adminId);
  return [
    ...(ways?.hasPassword ? ['password'] : []),
    ...(ways?.hasIdentity ? ['single_sign_on'] : []),
    ...factors.filter((type) => type !== 'passkey'),
  ];
}
