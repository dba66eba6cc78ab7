import { permissionsOf, type Role, roleMay } from '@wayside/contract/roles';
import type { Permission } from '@wayside/contract/wire/permissions';

interface Reader {
  readonly session: { readonly admin: { readonly role: Role } } | null;
}

/** Checks whether the reader's role has a permission beyond the permission of the call. */
export const readerMay = ({ session }: Reader, permission: Permission): boolean =>
  session !== null && roleMay(session.admin.role, permission);

/** Returns all permissions of the reader's role; empty for a service key. */
export const readerPermissions = ({ session }: Reader): readonly Permission[] =>
  session === null ? [] : permissionsOf(session.admin.role);
