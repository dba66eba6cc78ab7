import type { ListedNotification } from '@wayside/contract/notifications';
import type { Page } from '@wayside/contract/wire/paging';
import type { AppContext } from '../../context.ts';
import type { ListShape } from '../../db/list-shape.ts';
import { readPage } from '../../db/read-page.ts';
import { notificationRecord } from '../../records/notifications.ts';

const NOTIFICATION_LIST: ListShape = {
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

/** A page of notifications, newest first (NOTI-01). */
export function listNotifications(
  { database }: AppContext,
  { page, limit, failed }: ListNotificationsInput,
): Promise<Page<ListedNotification>> {
  const flags = failed ? ['failed'] : [];
  return readPage(database, NOTIFICATION_LIST, { page, limit, status: null, search: null, flags });
}
