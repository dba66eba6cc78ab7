import type { User } from '@wayside/contract/users';
import type { ActorContext, AppContext } from '../../context.ts';
import { findRecord } from '../../platform/db/read-record.ts';
import { type Toggle, toggleFlag, USER_BLOCK } from '../../platform/db/toggle-flag.ts';
import { erasePerson } from '../../sync/erasure/erase-person.ts';
import { USER_SHAPE } from './list-users.ts';

/**
 * Erases a customer's personal data for good; bookings and money rows stay, their customer reads N/A (USER-06). While the wallet
 * is not 0, the name stays for the loyalty payout (PRIV-06).
 * @throws 404
 */
export const eraseUser = (context: ActorContext, { id }: { readonly id: string }): Promise<void> =>
  erasePerson(context, 'users', id);

/** One customer. @throws 404 */
export const getUser = ({ database }: AppContext, { id }: { readonly id: string }): Promise<User> =>
  findRecord(database, USER_SHAPE, id, 'customer');

/**
 * Blocks or unblocks a customer (USER-05).
 * @returns the state that is in force now
 * @throws 404; 409 when somebody else has changed it since the caller looked
 */
export async function toggleUserBlock(context: ActorContext, toggle: Toggle): Promise<{ isBlocked: boolean }> {
  return { isBlocked: await toggleFlag(context, USER_BLOCK, toggle) };
}
