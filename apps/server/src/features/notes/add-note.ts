import type { Note, NotedEntity } from '@wayside/contract/notes';
import { ObjectId } from 'bson';
import { and, desc, eq, gt } from 'drizzle-orm';
import type pg from 'pg';
import { notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../db/orm.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { bookings } from '../../db/schema/bookings.ts';
import { mechanics } from '../../db/schema/mechanics.ts';
import { notes } from '../../db/schema/notes.ts';
import { users } from '../../db/schema/users.ts';
import { asNote, RECORD_COLUMN, selectNotes } from './select-notes.ts';

export interface AddNoteInput {
  readonly entity: NotedEntity;
  /** The record's id. */
  readonly id: string;
  readonly text: string;
}

/** A call that comes again within this time, because its answer was lost, adds no second note. */
const REPEAT_MS = 5 * 60_000;

const RECORDS = {
  booking: { table: bookings, noun: 'booking' },
  user: { table: users, noun: 'customer' },
  mechanic: { table: mechanics, noun: 'mechanic' },
} as const;

/**
 * Adds a note to a record, and its text to the activity log, in one transaction (WORK-04).
 * @throws 404 for a record that is not here, a stub or an erased person
 */
export function addNote({ database, now, actor }: ActorContext, input: AddNoteInput): Promise<Note> {
  const { entity, id, text } = input;
  const { id: authorId } = actor;
  if (authorId === null) throw new Error('only an administrator writes notes');
  return database.transaction(async (client) => {
    await lockRecord(client, input);
    const at = now();
    const isOfRecord = eq(RECORD_COLUMN[entity], id);
    const [same] = await selectNotes(orm(client))
      .where(
        and(
          isOfRecord,
          eq(notes.authorId, authorId),
          eq(notes.text, text),
          gt(notes.createdAt, new Date(at.getTime() - REPEAT_MS)),
        ),
      )
      .orderBy(desc(notes.createdAt))
      .limit(1);
    if (same) return asNote(same);
    const noteId = new ObjectId().toHexString();
    await orm(client)
      .insert(notes)
      .values({
        id: noteId,
        bookingId: entity === 'booking' ? id : null,
        userId: entity === 'user' ? id : null,
        mechanicId: entity === 'mechanic' ? id : null,
        text,
        authorId,
        createdAt: at,
      });
    const [added] = await selectNotes(orm(client)).where(eq(notes.id, noteId));
    if (!added) throw new Error('the note was not inserted');
    await recordActivity(client, actor, at, { action: 'note_added', entity, entityId: id, note: text });
    return asNote(added);
  });
}

/** Locks the record, so that neither its erasure nor the same call comes in between. @throws 404 */
async function lockRecord(client: pg.ClientBase, { entity, id }: AddNoteInput): Promise<void> {
  const { table, noun } = RECORDS[entity];
  const [found] = await orm(client)
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), eq(table.recordState, 'full')))
    .for('no key update');
  if (!found) throw notFound(noun);
  if (entity === 'booking') await lockPeopleOfBooking(client, id);
}

/** The erasure of a booking's customer or mechanic takes its notes along (PRIV-06). */
async function lockPeopleOfBooking(client: pg.ClientBase, id: string): Promise<void> {
  for (const [table, column] of [
    [users, bookings.customerId],
    [mechanics, bookings.mechanicId],
  ] as const)
    await orm(client)
      .select({ id: table.id })
      .from(table)
      .where(eq(table.id, orm(client).select({ id: column }).from(bookings).where(eq(bookings.id, id))))
      .for('share');
}
