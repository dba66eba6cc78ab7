import { NOTIFICATION_LIST } from '@wayside/contract/lists';
import type { ListedNotification } from '@wayside/contract/notifications';
import type { ListShape } from '../../platform/db/list-shape.ts';
import { textColumn, timestampColumn } from '../../platform/exports/export-table.ts';
import { definedList } from '../../platform/lists/defined-list.ts';
import { notificationRecord } from '../../records/collections.ts';

/** The statement parts of the list of notifications. */
const NOTIFICATION_SHAPE: ListShape = {
  name: 'list-notifications',
  ...notificationRecord.select,
  orderBy: 'listed_at',
  counter: 'notifications',
  statusColumn: 'type',
  searchColumns: [],
  flags: { failed: "delivery = 'failed'" },
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

/** List, counts and export of notifications, with search (API-09, NOTI-01, WORK-01, VIEW-08). */
export const notificationList = definedList<ListedNotification, typeof NOTIFICATION_LIST>({
  definition: NOTIFICATION_LIST,
  shape: NOTIFICATION_SHAPE,
  filters: { failed: { flag: 'failed' } },
  columns: COLUMNS,
  exportShape: {
    ...NOTIFICATION_SHAPE,
    name: 'export-notifications',
    searchColumns: ['fold_text(message)', 'fold_text(type)'],
  },
});
