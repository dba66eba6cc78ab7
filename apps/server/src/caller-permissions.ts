import { permissionsOf, type Role, roleMay } from '@wayside/contract/roles';
import type { Permission } from '@wayside/contract/wire/permissions';

interface CallerSession {
  readonly session: { readonly admin: { readonly role: Role } } | null;
}

/** Checks whether the caller's role has a permission beyond the permission of the call. */
export const hasPermission = ({ session }: CallerSession, permission: Permission): boolean =>
  session !== null && roleMay(session.admin.role, permission);

/** Returns all permissions of the caller's role; empty for a service key. */
export const callerPermissions = ({ session }: CallerSession): readonly Permission[] =>
  session === null ? [] : permissionsOf(session.admin.role);
