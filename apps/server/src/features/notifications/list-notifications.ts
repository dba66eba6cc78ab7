import type { ListedNotification } from '@wayside/contract/notifications';
import type { Page } from '@wayside/contract/wire/paging';
import type { AppContext } from '../../context.ts';
import type { ListFilters, ListShape } from '../../db/list-shape.ts';
import { readPage } from '../../db/read-page.ts';
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

export interface ListNotificationsInput {
  readonly page: number;
  readonly limit: number;
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
