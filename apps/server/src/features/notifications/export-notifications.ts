import type { ListedNotification } from '@wayside/contract/notifications';
import type { ActorContext } from '../../context.ts';
import { exportList } from '../../exports/export-list.ts';
import { type ExportTable, textColumn, timestampColumn } from '../../exports/export-table.ts';
import { type ListNotificationsInput, NOTIFICATION_LIST, notificationsUnder } from './list-notifications.ts';

const text = textColumn<ListedNotification>;

const COLUMNS = [
  text('Notification ID', ({ id }) => id),
  timestampColumn<ListedNotification>('Created', ({ createdAt }) => createdAt),
  text('Type', ({ type }) => type),
  text('Message', ({ message }) => message),
  text('Customer ID', ({ user }) => user?.id),
  text('Mechanic ID', ({ mechanic }) => mechanic?.id),
  text('Delivery', ({ delivery }) => delivery),
];

/** The notifications of the list as a table (VIEW-08). */
export const exportNotifications = (
  context: ActorContext,
  input: Pick<ListNotificationsInput, 'failed'>,
): Promise<ExportTable<ListedNotification>> =>
  exportList(context, {
    name: 'notifications',
    columns: COLUMNS,
    shape: NOTIFICATION_LIST,
    listed: notificationsUnder(input),
    asked: { ...input },
  });
