import { queryOptions } from '@tanstack/react-query';
import { USER_LIST } from '@wayside/contract/lists';
import { countUsers, getUser, listUsers, toggleUserBlock } from '@wayside/contract/users';
import { call } from '../../lib/api.ts';
import { isOwnServer } from '../../lib/config.ts';
import { REFETCH_ON_OPEN } from '../../lib/query-client.ts';
import { readRecord } from '../../lib/read-record.ts';
import { USER_KEYS } from '../../lib/record-keys.ts';
import { listQueries } from '../../list/list-queries.ts';

export const users = listQueries(USER_LIST, { key: USER_KEYS.list, list: listUsers, count: countUsers });

export function userQuery(id: string) {
  return queryOptions({
    queryKey: [USER_KEYS.one, id],
    queryFn: ({ signal }) => readRecord(() => call(getUser, { params: { id }, signal })),
    ...REFETCH_ON_OPEN,
  });
}

/**
 * Blocks or unblocks a customer (USER-05).
 * @param seen the value on the screen: our server rejects the toggle if another user has changed it
 */
export async function sendBlockToggle(id: string, seen: boolean): Promise<boolean | null> {
  const query = { seen: isOwnServer() ? seen : null };
  return (await call(toggleUserBlock, { params: { id }, query })).isBlocked;
}
