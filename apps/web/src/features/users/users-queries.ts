import { queryOptions } from '@tanstack/react-query';
import { getUser, listUsers } from '@wayside/contract/users';
import { PAGE_SIZE } from '@wayside/contract/wire/paging';
import { call } from '../../lib/api.ts';
import { callPage } from '../../lib/call-page.ts';
import { REFETCHED_ON_OPENING } from '../../lib/query-client.ts';
import { type ListView, listUrl } from '../../list/list-url.ts';
import { readPerson } from '../../people/person-queries.ts';

/** How the customers stand in the address: page, search and the open one (NAV-09). */
export const usersUrl = listUrl({ details: 'user' });

/** Where customers are in the query cache. */
export const USER_KEYS = { list: 'users', one: 'user' } as const;

/** A page of customers under a search (API-04). */
export function usersQuery(view: ListView<never>) {
  const query = { page: view.page, limit: PAGE_SIZE, search: view.search.trim() || null };
  return queryOptions({
    queryKey: [USER_KEYS.list, query],
    queryFn: ({ signal }) => callPage(listUsers, query, signal),
  });
}

/** One customer by id, who is not on the page that is shown; null where nobody has it, or the provider gives none. */
export function userQuery(id: string) {
  return queryOptions({
    queryKey: [USER_KEYS.one, id],
    queryFn: ({ signal }) => readPerson(() => call(getUser, { params: { id }, signal })),
    ...REFETCHED_ON_OPENING,
  });
}
