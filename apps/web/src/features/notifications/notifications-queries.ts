import { queryOptions } from '@tanstack/react-query';
import { listMechanics } from '@wayside/contract/mechanics';
import { listNotifications } from '@wayside/contract/notifications';
import { listUsers } from '@wayside/contract/users';
import { PAGE_SIZE } from '@wayside/contract/wire/paging';
import { call } from '../../lib/api.ts';
import { callPage } from '../../lib/call-page.ts';
import { NOT_CACHED } from '../../lib/query-client.ts';
import { type ListView, listUrl } from '../../list/list-url.ts';

/** How the notifications stand in the address: page and what the page is searched for (NAV-09). */
export const notificationsUrl = listUrl({});

/** A page of notifications (API-09). */
export function notificationsQuery(page: number) {
  return queryOptions({
    queryKey: ['notifications', page],
    queryFn: ({ signal }) => callPage(listNotifications, { page, limit: PAGE_SIZE }, signal),
  });
}

/** What of the page matches a search for message or type: that search is the page's alone (NOTI-01). */
export function shownNotificationsQuery({ page, search }: ListView<never>) {
  const wanted = search.trim().toLocaleLowerCase();
  return queryOptions({
    ...notificationsQuery(page),
    select: (found) => ({
      ...found,
      rows: found.rows.filter(({ message, type }) =>
        [message, type].some((text) => (text ?? '').toLocaleLowerCase().includes(wanted)),
      ),
    }),
  });
}

/** Whom a notification can go to by name: the first 100 (NOTI-02). */
const MOST_RECIPIENTS = 100;

interface Recipient {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
}

/** The customers or mechanics of the pick list, asked for when it is shown. */
export function recipientsQuery(type: 'user' | 'mechanic') {
  const query = { page: 1, limit: MOST_RECIPIENTS, search: null };
  return queryOptions({
    queryKey: ['recipients', type],
    queryFn: async ({ signal }): Promise<readonly Recipient[]> => {
      const page =
        type === 'user'
          ? await call(listUsers, { query, signal })
          : await call(listMechanics, { query: { ...query, status: null }, signal });
      // Who has no id cannot be chosen (API-15).
      return page.rows.filter(({ id }) => id !== '');
    },
    ...NOT_CACHED,
  });
}
