import type { User } from '@wayside/contract/users';
import type { ActorContext } from '../../context.ts';
import { exportList } from '../../platform/exports/export-list.ts';
import {
  amountColumn,
  type ExportTable,
  flagColumn,
  textColumn,
  timestampColumn,
} from '../../platform/exports/export-table.ts';
import type { Marked } from '../../platform/exports/record-export.ts';
import { type ListUsersInput, USER_LIST, usersUnder } from './list-users.ts';

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

/** The customers of the list as a table (VIEW-08). */
export const exportUsers = (
  context: ActorContext,
  input: Pick<ListUsersInput, 'search' | 'sort'> & Marked,
): Promise<ExportTable<User>> =>
  exportList(context, {
    name: 'users',
    columns: COLUMNS,
    shape: USER_LIST,
    listed: usersUnder(input),
    asked: { ...input },
  });
