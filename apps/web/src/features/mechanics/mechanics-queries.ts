import { queryOptions } from '@tanstack/react-query';
import {
  APPLICATION_STATUSES,
  type ApplicationStatus,
  getMechanic,
  listMechanics,
} from '@wayside/contract/mechanics';
import { PAGE_SIZE } from '@wayside/contract/wire/paging';
import { call } from '../../lib/api.ts';
import { callPage } from '../../lib/call-page.ts';
import { type ListView, listUrl } from '../../list/list-url.ts';
import { readPerson } from '../../people/read-person.ts';

/** How the mechanics stand in the address: page, search, status, the open one, and the one who is reviewed (NAV-09). */
export const mechanicsUrl = listUrl({
  filters: { status: APPLICATION_STATUSES },
  details: 'mechanic',
  others: ['review'],
});

/** Where mechanics are in the query cache. */
export const MECHANIC_KEYS = { list: 'mechanics', one: 'mechanic' } as const;

/** A page of mechanics under a search and a status (API-06). */
export function mechanicsQuery(view: ListView<'status'>) {
  const query = {
    page: view.page,
    limit: PAGE_SIZE,
    status: view.status as ApplicationStatus | null,
    search: view.search.trim() || null,
  };
  return queryOptions({
    queryKey: [MECHANIC_KEYS.list, query],
    queryFn: ({ signal }) => callPage(listMechanics, query, signal),
  });
}

/** One mechanic by id, who is not on the page that is shown; null where nobody has it, or the provider gives none. */
export function mechanicQuery(id: string) {
  return queryOptions({
    queryKey: [MECHANIC_KEYS.one, id],
    queryFn: ({ signal }) => readPerson(() => call(getMechanic, { params: { id }, signal })),
    // Who was looked at before may have changed since, and links to documents expire.
    refetchOnMount: 'always',
  });
}
