import type { ListedNotification } from '@wayside/contract/notifications';
import type { Page } from '@wayside/contract/wire/paging';
import type { AppContext } from '../../context.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import type { ListFilters, ListShape } from '../../platform/db/list-shape.ts';
import { readPage } from '../../platform/db/read-page.ts';
import type { PageInput } from '../../platform/db/statement-page.ts';
import { notificationRecord } from '../../records/notifications.ts';

/** How notifications are listed. */
export const NOTIFICATION_LIST: ListShape = {
  name: 'list-notifications',
  ...notificationRecord.select,
  orderBy: 'listed_at',
  counter: 'notifications',
  statusColumn: 'type',
  searchColumns: [],
  flags: { failed: "delivery = 'failed'" },
};

export interface ListNotificationsInput extends PageInput {
  /** Whether only those whose delivery has failed (WORK-01). */
  readonly failed: boolean | null;
}

/** How the list reads the notifications under its filter. */
export const notificationsUnder = ({ failed }: Pick<ListNotificationsInput, 'failed'>): ListFilters => ({
  status: null,
  search: null,
  flags: failed ? ['failed'] : [],
});

/** A page of notifications, newest first (NOTI-01). */
export function listNotifications(
  { database }: AppContext,
  { page, limit, failed }: ListNotificationsInput,
): Promise<Page<ListedNotification>> {
  return readPage(database, NOTIFICATION_LIST, { ...notificationsUnder({ failed }), page, limit });
}

/** How many notifications there are under each of the filters (VIEW-04). */
export const countNotifications = (
  { database }: Pick<AppContext, 'database'>,
  views: readonly Pick<ListNotificationsInput, 'failed'>[],
): Promise<number[]> => countRows(database, NOTIFICATION_LIST, views.map(notificationsUnder));
