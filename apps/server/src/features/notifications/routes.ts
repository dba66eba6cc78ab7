import * as exports from '@wayside/contract/exports';
import * as calls from '@wayside/contract/notifications';
import { listExportRoute } from '../../platform/exports/export-route.ts';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { createNotification } from './create-notification.ts';
import { deleteNotification } from './delete-notification.ts';
import { exportNotifications } from './export-notifications.ts';
import { countNotifications, listNotifications } from './list-notifications.ts';
import { resendNotification } from './resend-notification.ts';

/** Notifications (API-09). */
export const notificationRoutes: FeatureRoutes = [
  route(calls.listNotifications, (context, { query }) => listNotifications(context, query)),
  route(calls.countNotifications, async (context, { body }) => ({
    counts: await countNotifications(context, body.views),
  })),
  route(calls.createNotification, async (context, { body }) => ({
    ...(await createNotification(context, body)),
    message: 'Notification sent',
  })),
  route(calls.deleteNotification, (context, { params, query }) =>
    deleteNotification(context, { ...params, ...query }),
  ),
  route(calls.resendNotification, (context, { params }) => resendNotification(context, params)),
  listExportRoute(exports.exportNotifications, 'notifications', exportNotifications),
];
