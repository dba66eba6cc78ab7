import { listedNotification, notification } from '@wayside/contract/notifications';
import { notifications } from '../platform/db/schema/communication.ts';
import { defineRecord } from './define-record.ts';
import { readOnly, reference } from './field-source.ts';

export const notificationRecord = defineRecord({
  table: notifications,
  schema: listedNotification,
  sourceSchema: notification,
  collection: 'notifications',
  map: {
    id: notifications.id,
    message: notifications.message,
    type: notifications.type,
    user: reference(notifications.userId),
    mechanic: reference(notifications.mechanicId),
    createdAt: notifications.createdAt,
    updatedAt: notifications.updatedAt,
    // Only a notification that was made here leaves by the webhook.
    delivery: readOnly(notifications.delivery),
  },
});
