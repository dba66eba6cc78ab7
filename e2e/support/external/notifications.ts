import type { Route } from './exchange.ts';
import { removeById } from './paging.ts';

/** Notifications: pages without any count. */
export function notificationRoutes(notifications: unknown[]): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/notification/getall',
      answer: ({ query }) => {
        const start = (Number(query['page']) - 1) * Number(query['limit']);
        return { json: { data: notifications.slice(start, start + Number(query['limit'])) } };
      },
    },
    {
      method: 'POST',
      path: '/notification/create',
      answer: ({ body }) => {
        notifications.unshift({
          _id: `ntf-new-${notifications.length}`,
          ...(body as object),
          createdAt: Date.now(),
        });
        return { json: { status: true, message: 'Queued' } };
      },
    },
    {
      method: 'DELETE',
      path: '/notification/delete/{}',
      answer: ({ id }) =>
        removeById(notifications, id) ? { json: {} } : { status: 404, json: { message: 'It is gone' } },
    },
  ];
}
