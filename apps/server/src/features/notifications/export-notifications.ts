import type { ListedNotification } from '@wayside/contract/notifications';
import type { ActorContext } from '../../context.ts';
import type { ListShape } from '../../platform/db/list-shape.ts';
import { exportList } from '../../platform/exports/export-list.ts';
import { type ExportTable, textColumn, timestampColumn } from '../../platform/exports/export-table.ts';
import type { Marked } from '../../platform/exports/record-export.ts';
import { type ListNotificationsInput, NOTIFICATION_LIST, notificationsUnder } from './list-notifications.ts';

interface ExportNotificationsInput extends Pick<ListNotificationsInput, 'failed'>, Marked {
  /** Any part of message or type; the list searches the page that it shows (NOTI-01). */
  readonly search: string | null;
}

const SEARCHABLE: ListShape = {
  ...NOTIFICATION_LIST,
  name: 'export-notifications',
  searchColumns: ['message', 'type'],
};

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
  input: ExportNotificationsInput,
): Promise<ExportTable<ListedNotification>> =>
  exportList(context, {
    name: 'notifications',
    columns: COLUMNS,
    shape: SEARCHABLE,
    listed: { ...notificationsUnder(input), search: input.search || null },
    asked: { ...input },
  });
