import type { ActivityAction, ActivityEntity, FieldValue } from '@wayside/contract/activity';
import type pg from 'pg';
import type { Actor } from '../context.ts';
import { defineStatement, rowsOf, sampleOf } from './statement.ts';

/** An entry as a verb states it; the database adds number and hashes. */
export interface NewActivityEntry {
  readonly action: ActivityAction;
  readonly entity: ActivityEntity;
  readonly entityId: string | null;
  /** Fields with their values before and after. Never a personal value (USER-06), never a secret (SECU-04). */
  readonly changes?: readonly { readonly field: string; readonly before: FieldValue; readonly after: FieldValue }[];
  /** Free text that may be about a person; it goes when they are erased. */
  readonly note?: string | null;
}

const INSERT_ACTIVITY = defineStatement({
  name: 'insert-activity',
  text: `INSERT INTO activity (at, actor_id, actor_email, address, action, entity, entity_id, changes, note)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  example: [new Date(0), null, null, null, 'created', 'slot', sampleOf('slots'), '[]', null],
});

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
  await rowsOf(client, INSERT_ACTIVITY, [
    at,
    actor.id,
    actor.email,
    actor.address,
    entry.action,
    entry.entity,
    entry.entityId,
    JSON.stringify(entry.changes ?? []),
    entry.note ?? null,
  ]);
}
