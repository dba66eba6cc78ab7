import { ROLES, type Role, roleMay } from '@wayside/contract/roles';
import type { Permission } from '@wayside/contract/wire/permissions';
import type pg from 'pg';
import { z } from 'zod';
import type { Actor } from '../../actor.ts';
import { conflict, permissionDenied } from '../../api-error.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';

const LOCK_ADMINS = defineStatement({
  name: 'lock-paying-admins',
  text: `SELECT id, role, suspended_at IS NULL AS "isActive" FROM admins WHERE id = ANY ($1) ORDER BY id FOR SHARE`,
  row: z.object({ id: z.string(), role: z.enum(ROLES), isActive: z.boolean() }),
  example: [['0'.repeat(24)]],
});

/**
 * Checks that both administrators of an approval may move money, and locks their rights until the transaction ends
 * (TEAM-06, OWN-08).
 * @param people `approvedBy` is the caller @throws 409
 */
export async function requirePaymentRights(
  client: pg.ClientBase,
  people: { readonly requestedBy: string; readonly approvedBy: string },
): Promise<void> {
  const { requestedBy, approvedBy } = people;
  const found = await rowsOf(client, LOCK_ADMINS, [Object.values(people)]);
  const may = (admin: string) =>
    found.some(({ id, role, isActive }) => id === admin && isActive && roleMay(role, 'money:move'));
  if (!may(approvedBy)) throw conflict('approver_may_not_pay');
  if (!may(requestedBy)) throw conflict('requester_may_not_pay');
}

/**
 * Checks that an administrator still has a right and locks it until the transaction ends, because the call made its
 * check before it waited for the ledger. The program itself, as the actor of a command, has every right. @returns the
 * role; null for the program @throws 403
 */
export async function requireRight(
  client: pg.ClientBase,
  { id }: Pick<Actor, 'id'>,
  permission: Permission,
): Promise<Role | null> {
  if (id === null) return null;
  const [admin] = await rowsOf(client, LOCK_ADMINS, [[id]]);
  if (!admin?.isActive || !roleMay(admin.role, permission)) throw permissionDenied(permission);
  return admin.role;
}
