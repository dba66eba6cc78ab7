import { type ListView, listUrl } from '../../list/list-url.ts';

/** The URL of the notifications: page, search, and whether only those that have failed (WORK-01). */
export const notificationsUrl = listUrl({
  list: 'notifications',
  filters: { delivery: ['failed'] },
  ours: ['delivery'],
});

export type NotificationsView = ListView<'delivery'>;
