import { user } from '@wayside/contract/users';
import { users } from '../platform/db/schema/users.ts';
import { defineRecord } from './define-record.ts';
import { noteCount, separate } from './field-source.ts';

export const userRecord = defineRecord({
  table: users,
  schema: user,
  collection: 'users',
  map: {
    id: users.id,
    name: users.name,
    email: users.email,
    phone: users.phone,
    vehicleTypes: users.vehicleTypes,
    // The wallet balance is the sum of its entries. The first balance that the source states, and each later change
    // of it, is posted as an entry (LOYA-05).
    walletPaise: separate({ read: users.walletPaise, write: users.sourceWalletPaise }),
    isBlocked: users.isBlocked,
    referralCode: users.referralCode,
    socketId: users.socketId,
    createdAt: users.createdAt,
    updatedAt: users.updatedAt,
    noteCount: noteCount('user_id'),
  },
});
