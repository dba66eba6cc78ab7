import { createNotification as endpoint, type RECIPIENT_TYPES } from '@wayside/contract/notifications';
import { wireKey } from '@wayside/contract/wire/wire-object';
import { ObjectId } from 'bson';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { badRequest, conflict, fieldError, notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { forgetImported } from '../../platform/crud/change-record.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { notifications } from '../../platform/db/schema/communication.ts';
import { UNDO_MS } from '../../platform/webhooks/deliver-notifications.ts';
import { notificationRecord } from '../../records/collections.ts';

interface CreateNotificationInput {
  readonly message: string;
  readonly type: (typeof RECIPIENT_TYPES)[number];
  readonly userId: string | null;
  readonly mechanicId: string | null;
}

const RECIPIENTS = {
  user: { field: 'userId', table: 'users', noun: 'customer' },
  mechanic: { field: 'mechanicId', table: 'mechanics', noun: 'mechanic' },
} as const;

/**
 * Stores a notification to all users, one customer or one mechanic, and queues its delivery (NOTI-03). @throws 400 if
 * the recipient that the type requires is missing; 404 if the recipient is unknown
 */
export function createNotification(
  { database, settings, now, actor }: ActorContext,
  notification: CreateNotificationInput,
): Promise<{ id: string; delivery: 'queued' | null }> {
  const id = new ObjectId().toHexString();
  return database.transaction(async (client) => {
    const recipientId = await requireRecipient(client, notification);
    const { message, type } = notification;
    const at = now();
    const delivery = settings.webhook === null ? null : 'queued';
    const nextAttemptAt = delivery === null ? null : new Date(at.getTime() + UNDO_MS);
    const stored = {
      message: message.trim(),
      type,
      userId: type === 'user' ? recipientId : null,
      mechanicId: type === 'mechanic' ? recipientId : null,
    };
    await client.query(
      `INSERT INTO notifications (id, message, type, user_id, mechanic_id, created_at, updated_at, delivery, next_attempt_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
      [id, stored.message, type, stored.userId, stored.mechanicId, at, delivery, nextAttemptAt],
    );
    await recordActivity(client, actor, at, {
      action: 'sent',
      entity: 'notification',
      entityId: id,
      event: { type: 'notification.created', fields: stored },
    });
    return { id, delivery };
  });
}

/** Returns the recipient that the type requires, locked against erasure; null for a notification to all. */
async function requireRecipient(
  client: pg.ClientBase,
  { type, ...given }: CreateNotificationInput,
): Promise<string | null> {
  if (type === 'all') return null;
  const { field, table, noun } = RECIPIENTS[type];
  const id = given[field];
  if (id === null) throw badRequest([fieldError(wireKey(endpoint.body ?? {}, field), 'required')]);
  const { rowCount } = await client.query(
    `SELECT 1 FROM ${table} WHERE id = $1 AND record_state = 'full' FOR SHARE`,
    [id],
  );
  if (rowCount === 0) throw notFound(noun);
  return id;
}

interface DeleteNotificationInput {
  readonly id: string;
  /** Whether this is an undo, which deletes a notification only before its delivery has started. */
  readonly isUnsent: boolean;
}

/**
 * Deletes a notification and cancels its delivery (NOTI-05). @throws 404; 409 if an undo comes after the delivery has
 * started
 */
export function deleteNotification(
  { database, now, actor }: ActorContext,
  { id, isUnsent }: DeleteNotificationInput,
): Promise<void> {
  return database.transaction(async (client) => {
    if (isUnsent) await requireUnsent(client, id);
    const { rowCount } = await client.query('DELETE FROM notifications WHERE id = $1', [id]);
    if (rowCount === 0) throw notFound('notification');
    await forgetImported(client, notificationRecord, [id]);
    await recordActivity(client, actor, now(), { action: 'deleted', entity: 'notification', entityId: id });
  });
}

/** Rejects an undo after the first delivery attempt. A notification that no webhook delivers counts as unsent. */
async function requireUnsent(client: pg.ClientBase, id: string): Promise<void> {
  const { delivery, deliveryAttempts } = notifications;
  const [found] = await orm(client)
    .select({ delivery, deliveryAttempts })
    .from(notifications)
    .where(eq(notifications.id, id))
    .for('update');
  if (!found) throw notFound('notification');
  if (found.delivery === null || (found.delivery === 'queued' && found.deliveryAttempts === 0)) return;
  throw conflict('notification_sent');
}

/**
 * Queues a notification again after its delivery has failed. @throws 404; 409 if it has not failed or no webhook is
 * configured
 */
export function resendNotification(
  { database, settings, now, actor }: ActorContext,
  { id }: { readonly id: string },
): Promise<void> {
  return database.transaction(async (client) => {
    const isThisOne = eq(notifications.id, id);
    const [found] = await orm(client)
      .select({ delivery: notifications.delivery })
      .from(notifications)
      .where(isThisOne)
      .for('update');
    if (!found) throw notFound('notification');
    if (settings.webhook === null) throw conflict('notifications_not_set_up');
    if (found.delivery !== 'failed') throw conflict('notification_not_failed');
    const at = now();
    await orm(client)
      .update(notifications)
      .set({ delivery: 'queued', deliveryAttempts: 0, nextAttemptAt: at })
      .where(isThisOne);
    await recordActivity(client, actor, at, {
      action: 'sent',
      entity: 'notification',
      entityId: id,
      changes: [{ field: 'delivery', before: 'failed', after: 'queued' }],
    });
  });
}
