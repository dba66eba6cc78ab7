import { type Notification, notification } from '@wayside/contract/notifications';
import { defineCollection } from './collection.ts';

/** Messages to customers and mechanics. */
export const notifications = defineCollection<Notification>({
  name: 'notifications',
  noun: 'a notification',
  codec: notification,
  table: 'notifications',
  columns: [
    { name: 'message', type: 'text', read: (record) => record.message },
    { name: 'type', type: 'text', read: (record) => record.type },
    { name: 'user_id', type: 'text', read: ({ user }) => user?.id ?? null, references: 'users' },
    { name: 'mechanic_id', type: 'text', read: ({ mechanic }) => mechanic?.id ?? null, references: 'mechanics' },
    { name: 'created_at', type: 'timestamptz', read: (record) => record.createdAt },
    { name: 'updated_at', type: 'timestamptz', read: (record) => record.updatedAt },
  ],
});
