import type { User } from '@wayside/contract/users';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { findRecord } from '../../db/read-record.ts';
import { USER_LIST } from './list-users.ts';

/** One customer. @throws 404 */
export async function getUser({ database }: AppContext, { id }: { readonly id: string }): Promise<User> {
  const user = await findRecord<User>(database, USER_LIST, id);
  if (user === null) throw notFound('customer');
  return user;
}
