import { USER_LIST } from '@wayside/contract/lists';
import type { User } from '@wayside/contract/users';
import type { ActorContext, AppContext } from '../../context.ts';
import { amountOrder, type ListShape } from '../../platform/db/list-shape.ts';
import { findRecord } from '../../platform/db/read-record.ts';
import { type ToggleInput, toggleFlag, USER_BLOCK } from '../../platform/db/toggle-flag.ts';
import { amountColumn, flagColumn, textColumn, timestampColumn } from '../../platform/exports/export-table.ts';
import { definedList } from '../../platform/lists/defined-list.ts';
import { userRecord } from '../../records/users.ts';
import { erasePerson } from '../../sync/erasure/erase-person.ts';

/** The query behind the list of customers (USER-01, USER-02). */
export const USER_SHAPE: ListShape = {
  name: 'list-users',
  ...userRecord.select,
  orderBy: 'listed_at',
  counter: 'users',
  statusColumn: "''",
  searchColumns: ['fold_text(name)', 'fold_text(email)'],
  isOfPeople: true,
  flags: { is_active: 'NOT is_blocked' },
  flagCounters: { is_active: 'active users' },
  orders: { wallet: amountOrder('wallet_paise', 'users by wallet') },
};

const text = textColumn<User>;

const COLUMNS = [
  text('Customer ID', ({ id }) => id),
  text('Name', ({ name }) => name),
  text('Phone', ({ phone }) => phone),
  text('Email', ({ email }) => email),
  text('Vehicle types', ({ vehicleTypes }) => vehicleTypes.join(', ')),
  amountColumn<User>('Wallet', ({ walletPaise }) => walletPaise),
  flagColumn<User>('Blocked', ({ isBlocked }) => isBlocked),
  text('Referral code', ({ referralCode }) => referralCode),
  timestampColumn<User>('Joined', ({ createdAt }) => createdAt),
];

/** The list of customers with its counts and its export (API-04, USER-01, VIEW-08). */
export const userList = definedList<User, typeof USER_LIST>({
  definition: USER_LIST,
  shape: USER_SHAPE,
  filters: { active: { flag: 'is_active' } },
  columns: COLUMNS,
});

/**
 * Erases a customer's personal data but keeps the bookings and money rows (USER-06). While the wallet is not 0, the
 * name is retained for the payout (PRIV-06).
 * @throws 404
 */
export const eraseUser = (context: ActorContext, { id }: { readonly id: string }): Promise<void> =>
  erasePerson(context, 'users', id);

/** Returns one customer. @throws 404 */
export const getUser = ({ database }: AppContext, { id }: { readonly id: string }): Promise<User> =>
  findRecord(database, USER_SHAPE, id, 'customer');

/**
 * Blocks or unblocks a customer (USER-05). @returns the new state @throws 404; 409 if the current state is not the
 * one that the caller expects
 */
export async function toggleUserBlock(context: ActorContext, toggle: ToggleInput): Promise<{ isBlocked: boolean }> {
  return { isBlocked: await toggleFlag(context, USER_BLOCK, toggle) };
}
