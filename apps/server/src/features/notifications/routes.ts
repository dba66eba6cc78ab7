import * as calls from '@wayside/contract/notifications';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { actorOf } from '../../http/signed-in.ts';
import { createNotification } from './create-notification.ts';
import { deleteNotification } from './delete-notification.ts';
import { listNotifications } from './list-notifications.ts';
import { resendNotification } from './resend-notification.ts';

/** Notifications (API-09). */
export const notificationRoutes: FeatureRoutes = (context) => [
  route(calls.listNotifications, ({ query }) => listNotifications(context, query)),
  route(calls.createNotification, async ({ body, caller }) => ({
    id: await createNotification(context, actorOf(caller), body),
    message: 'Notification sent',
  })),
  route(calls.deleteNotification, async ({ params, caller }) => {
    await deleteNotification(context, actorOf(caller), params.id);
    return {};
  }),
  route(calls.resendNotification, async ({ params, caller }) => {
    await resendNotification(context, actorOf(caller), params.id);
    return {};
  }),
];
