import { toggleUserBlock, type User } from '@wayside/contract/users';
import { call } from '../../lib/api.ts';
import { hasExtension } from '../../lib/config.ts';
import { personName } from '../../people/person-name.ts';
import type { Toggle } from '../../people/use-toggle.ts';
import { USER_KEYS } from './users-queries.ts';

/** Blocking and unblocking a customer (USER-05). */
export const USER_BLOCKING: Toggle<User> = {
  keys: USER_KEYS,
  read: (user) => user.isBlocked,
  write: (isBlocked) => ({ isBlocked }),
  send: async (id, seen) => {
    const query = { seen: hasExtension('records') ? seen : null };
    return (await call(toggleUserBlock, { params: { id }, query })).isBlocked;
  },
  doing: (user, isBlocked) => `${isBlocked ? 'Blocking' : 'Unblocking'} ${personName(user, 'user')}...`,
  done: (user, isBlocked) => `${personName(user, 'user')} is ${isBlocked ? 'blocked' : 'unblocked'}`,
  failed: 'Failed to update user status',
};
