import { roleMay } from '@wayside/contract/roles';
import type { Permission } from '@wayside/contract/wire/permissions';
import type { ReaderContext } from './context.ts';

/** Whether the role of whoever reads has a permission besides that of the call. */
export const readerMay = ({ session }: Pick<ReaderContext, 'session'>, permission: Permission): boolean =>
  session !== null && roleMay(session.admin.role, permission);
