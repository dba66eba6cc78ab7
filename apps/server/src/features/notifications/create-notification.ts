import { createNotification as endpoint, type RECIPIENT_TYPES } from '@wayside/contract/notifications';
import { wireKey } from '@wayside/contract/wire/wire-object';
import { ObjectId } from 'bson';
import type pg from 'pg';
import { badRequest, notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { UNDO_MS } from '../../platform/webhooks/deliver-notifications.ts';

export interface CreateNotificationInput {
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
 * Stores a notification to all, to one customer or to one mechanic, and queues its delivery in the same
 * transaction (NOTI-03).
 * @throws 400 without the recipient that its type wants, 404 when they are not here
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

/** The recipient that the type requires, locked against erasure; null for all. */
async function requireRecipient(
  client: pg.ClientBase,
  { type, ...given }: CreateNotificationInput,
): Promise<string | null> {
  if (type === 'all') return null;
  const { field, table, noun } = RECIPIENTS[type];
  const id = given[field];
  if (id === null) throw badRequest([{ field: wireKey(endpoint.body ?? {}, field), message: 'is required' }]);
  const { rowCount } = await client.query(
    `SELECT 1 FROM ${table} WHERE id = $1 AND record_state = 'full' FOR SHARE`,
    [id],
  );
  if (rowCount === 0) throw notFound(noun);
  return id;
}
