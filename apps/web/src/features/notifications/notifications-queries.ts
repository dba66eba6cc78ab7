import { queryOptions } from '@tanstack/react-query';
import { MECHANIC_LIST, NOTIFICATION_LIST, USER_LIST } from '@wayside/contract/lists';
import { listMechanics } from '@wayside/contract/mechanics';
import {
  countNotifications,
  createNotification,
  deleteNotification,
  listNotifications,
} from '@wayside/contract/notifications';
import { listUsers } from '@wayside/contract/users';
import { matchesText } from '@wayside/contract/wire/fold-text';
import { call } from '../../lib/api.ts';
import type { InputOf } from '../../lib/changed-fields.ts';
import { UNCACHED_OPTIONS } from '../../lib/query-client.ts';
import { listQueries } from '../../list/list-queries.ts';
import type { ViewOf } from '../../list/list-urls.ts';

export const NOTIFICATION_KEYS = { list: 'notifications', one: 'notification' } as const;

export const notifications = listQueries(NOTIFICATION_LIST, {
  key: NOTIFICATION_KEYS.list,
  list: listNotifications,
  count: countNotifications,
});

/**
 * Query of the notifications on a page that match the search. The web app filters them, because the API has no search
 * (NOTI-01).
 */
export function shownNotificationsQuery(view: ViewOf<typeof NOTIFICATION_LIST>) {
  return queryOptions({
    ...notifications.query(view),
    select: (found) => ({
      ...found,
      rows: found.rows.filter(({ message, type }) => matchesText([message, type], view.search)),
    }),
  });
}

export const notificationCountsQuery = (views: readonly ViewOf<typeof NOTIFICATION_LIST>[]) => ({
  ...notifications.counted(views),
  // No count with a search, because a search covers only the loaded page.
  select: (counts: readonly (number | null)[]) =>
    counts.map((count, index) => (views[index]?.search ? null : count)),
});

export const MAX_RECIPIENTS = 100;

interface Recipient {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

/** Query of the customers or mechanics that match a search, or the newest ones, with the total number. */
export function recipientsQuery(type: 'user' | 'mechanic', search: string) {
  const query = { page: 1, limit: MAX_RECIPIENTS, search: search || null, sort: null };
  return queryOptions({
    queryKey: ['recipients', type, search],
    queryFn: async ({ signal }): Promise<{ rows: readonly Recipient[]; total: number }> => {
      const { rows, total } =
        type === 'user'
          ? await call(listUsers, { query: { ...USER_LIST.none, ...query }, signal })
          : await call(listMechanics, { query: { ...MECHANIC_LIST.none, ...query }, signal });
      // A record without an id cannot be chosen (API-15).
      return { rows: rows.filter(({ id }) => id !== ''), total };
    },
    ...UNCACHED_OPTIONS,
  });
}

export const sendNotification = (body: InputOf<typeof createNotification>) => call(createNotification, { body });

/**
 * Deletes a notification (NOTI-04).
 * @param isUnsent deletes it only if it has not been delivered
 */
export const sendNotificationDeletion = (id: string, isUnsent?: true) =>
  call(deleteNotification, { params: { id }, ...(isUnsent ? { query: { isUnsent } } : {}) });
