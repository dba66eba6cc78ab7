import { exportNotifications } from '@wayside/contract/exports';
import * as calls from '@wayside/contract/notifications';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { listRoutes } from '../../platform/lists/defined-list.ts';
import { notificationList } from './list-notifications.ts';
import { createNotification, deleteNotification, resendNotification } from './notifications.ts';

/** Notifications (API-09). */
export const notificationRoutes: FeatureRoutes = [
  ...listRoutes(notificationList, {
    list: calls.listNotifications,
    count: calls.countNotifications,
    export: exportNotifications,
  }),
  route(calls.createNotification, async (context, { body }) => ({
    ...(await createNotification(context, body)),
    message: 'Notification sent',
  })),
  route(calls.deleteNotification, (context, { params, query }) =>
    deleteNotification(context, { ...params, ...query }),
  ),
  route(calls.resendNotification, (context, { params }) => resendNotification(context, params)),
];
