import type { User } from '@wayside/contract/users';
import type { AppContext } from '../../context.ts';
import { findRecord } from '../../platform/db/read-record.ts';
import { USER_SHAPE } from './list-users.ts';

/** One customer. @throws 404 */
export const getUser = ({ database }: AppContext, { id }: { readonly id: string }): Promise<User> =>
  findRecord(database, USER_SHAPE, id, 'customer');
