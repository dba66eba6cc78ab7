import { queryOptions } from '@tanstack/react-query';
import { countUsers, deleteUser, getUser, listUsers, toggleUserBlock } from '@wayside/contract/users';
import { call } from '../../lib/api.ts';
import { callPage } from '../../lib/call-page.ts';
import { isOwnServer } from '../../lib/config.ts';
import { REFETCHED_ON_OPENING } from '../../lib/query-client.ts';
import { readRecord } from '../../lib/read-record.ts';
import { USER_KEYS } from '../../lib/record-keys.ts';
import type { ListView } from '../../list/list-url.ts';
import { countsQuery } from '../../list/view-counts.ts';
import type { PeopleSort } from '../../people/people-sorts.ts';

/** Search and order of the address as the list and its export take them. */
export const userFiltersOf = (view: ListView<never>) => ({
  search: view.search.trim() || null,
  sort: view.sort as PeopleSort | null,
});

/** A page of the customers that match a search (API-04). */
export function usersQuery(view: ListView<never>) {
  const query = { page: view.page, limit: view.rows, ...userFiltersOf(view) };
  return queryOptions({
    queryKey: [USER_KEYS.list, query],
    queryFn: ({ signal }) => callPage(listUsers, query, signal),
  });
}

/** The numbers of rows of several views (VIEW-04). */
export const userCountsQuery = (views: readonly ListView<never>[]) =>
  countsQuery(USER_KEYS.list, countUsers, views.map(userFiltersOf));

/** One customer by id; null where there is none, or where the provider has no single records. */
export function userQuery(id: string) {
  return queryOptions({
    queryKey: [USER_KEYS.one, id],
    queryFn: ({ signal }) => readRecord(() => call(getUser, { params: { id }, signal })),
    ...REFETCHED_ON_OPENING,
  });
}

/**
 * Blocks or unblocks a customer (USER-05).
 * @param seen the state on the screen: our server rejects the toggle if another administrator has changed it
 */
export async function sendBlockToggle(id: string, seen: boolean): Promise<boolean | null> {
  const query = { seen: isOwnServer() ? seen : null };
  return (await call(toggleUserBlock, { params: { id }, query })).isBlocked;
}

/** Deletes a customer (USER-06). */
export const sendUserDeletion = (id: string) => call(deleteUser, { params: { id } });
