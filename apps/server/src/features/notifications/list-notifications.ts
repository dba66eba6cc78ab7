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
};

/** A page of notifications, newest first (NOTI-01). */
export function listNotifications(
  { database }: AppContext,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<Page<ListedNotification>> {
  return readPage(database, NOTIFICATION_LIST, { page, limit, status: null, search: null });
}
