import { ROLES, roleMay } from '@wayside/contract/roles';
import type pg from 'pg';
import { z } from 'zod';
import { conflict } from '../api-error.ts';
import { defineStatement, rowsOf } from '../db/statement.ts';

const LOCK_ADMINS = defineStatement({
  name: 'lock-paying-admins',
  text: `SELECT id, role, suspended_at IS NULL AS "isActive" FROM admins WHERE id = ANY ($1) ORDER BY id FOR SHARE`,
  row: z.object({ id: z.string(), role: z.enum(ROLES), isActive: z.boolean() }),
  example: [['0'.repeat(24)]],
});

/**
 * Requires that both people may move money at the end of this transaction, too: role and suspension stay as they are
 * until then (TEAM-06).
 * @throws 409
 */
export async function requirePaymentRights(
  client: pg.ClientBase,
  { requestedBy, approvedBy }: { readonly requestedBy: string; readonly approvedBy: string },
): Promise<void> {
  const found = await rowsOf(client, LOCK_ADMINS, [[requestedBy, approvedBy]]);
  const may = (admin: string) =>
    found.some(({ id, role, isActive }) => id === admin && isActive && roleMay(role, 'money:move'));
  if (!may(approvedBy)) throw conflict('You may not approve payments any more. Nothing was paid.');
  if (!may(requestedBy))
    throw conflict('Who requested this may not pay any more. Nothing was paid: reject the request.');
}
