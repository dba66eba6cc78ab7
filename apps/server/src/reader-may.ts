import { type Role, roleMay } from '@wayside/contract/roles';
import type { Permission } from '@wayside/contract/wire/permissions';

interface Reader {
  readonly session: { readonly admin: { readonly role: Role } } | null;
}

/** Whether the reader’s role has a permission in addition to that of the call. */
export const readerMay = ({ session }: Reader, permission: Permission): boolean =>
  session !== null && roleMay(session.admin.role, permission);
