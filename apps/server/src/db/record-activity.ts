import type { ActivityAction, ActivityEntity, FieldValue } from '@wayside/contract/activity';
import type pg from 'pg';
import type { Actor } from '../context.ts';

/** What the activity log keeps of a deed. */
export interface NewActivityEntry {
  readonly action: ActivityAction;
  readonly entity: ActivityEntity;
  readonly entityId: string | null;
  /** Fields with their values before and after. Never a personal value (USER-06), never a secret (SECU-04). */
  readonly changes?: readonly { readonly field: string; readonly before: FieldValue; readonly after: FieldValue }[];
  /** Free text that may be about a person; it goes when they are erased. */
  readonly note?: string | null;
}

/**
 * Appends to the activity log (SECU-05), in the transaction of the change and as its last statement: from here on
 * everybody else who appends waits for the commit.
 */
export async function recordActivity(
  client: pg.ClientBase,
  actor: Actor,
  at: Date,
  entry: NewActivityEntry,
): Promise<void> {
  await client.query({
    name: 'record-activity',
    text: `INSERT INTO activity (at, actor_id, actor_email, address, action, entity, entity_id, changes, note)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      at,
      actor.id,
      actor.email,
      actor.address,
      entry.action,
      entry.entity,
      entry.entityId,
      JSON.stringify(entry.changes ?? []),
      entry.note ?? null,
    ],
  });
}
