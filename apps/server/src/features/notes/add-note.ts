import type { Note, NotedEntity } from '@wayside/contract/notes';
import { ObjectId } from 'bson';
import { and, desc, eq, gt } from 'drizzle-orm';
import type pg from 'pg';
import { notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { bookings } from '../../platform/db/schema/bookings.ts';
import { mechanics } from '../../platform/db/schema/mechanics.ts';
import { notes } from '../../platform/db/schema/notes.ts';
import { users } from '../../platform/db/schema/users.ts';
import { asNote, isOfRecord, peopleOf, selectNotes } from './select-notes.ts';

export interface AddNoteInput {
  readonly entity: NotedEntity;
  /** The record's id. */
  readonly id: string;
  readonly text: string;
}

/** A call that comes again within this time, because its answer was lost, adds no second note. */
const REPEAT_MS = 5 * 60_000;

const PEOPLE = {
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
    const record = await lockRecord(client, input);
    const at = now();
    const [same] = await selectNotes(orm(client))
      .where(
        and(
          isOfRecord(entity, id),
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
      .values({ id: noteId, ...record, text, authorId, createdAt: at });
    const [added] = await selectNotes(orm(client)).where(eq(notes.id, noteId));
    if (!added) throw new Error('the note was not inserted');
    await recordActivity(client, actor, at, {
      action: 'note_added',
      entity,
      entityId: id,
      changes: peopleOf(record),
      note: text,
    });
    return asNote(added);
  });
}

type NotedIds = Pick<typeof notes.$inferSelect, 'bookingId' | 'userId' | 'mechanicId'>;

/**
 * Locks the record, so that neither its erasure nor the same call comes in between.
 * @returns what the note refers to
 * @throws 404
 */
async function lockRecord(client: pg.ClientBase, { entity, id }: AddNoteInput): Promise<NotedIds> {
  if (entity === 'booking') return lockBooking(client, id);
  const { table, noun } = PEOPLE[entity];
  const [found] = await orm(client)
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), eq(table.recordState, 'full')))
    .for('no key update');
  if (!found) throw notFound(noun);
  return { bookingId: null, userId: entity === 'user' ? id : null, mechanicId: entity === 'mechanic' ? id : null };
}

/**
 * Its customer and mechanic too: the erasure of either takes the note along (PRIV-06). They come first, as in an erasure, which
 * changes their bookings afterwards.
 */
async function lockBooking(client: pg.ClientBase, id: string): Promise<NotedIds> {
  const ofBooking = and(eq(bookings.id, id), eq(bookings.recordState, 'full'));
  const read = orm(client)
    .select({ bookingId: bookings.id, userId: bookings.customerId, mechanicId: bookings.mechanicId })
    .from(bookings)
    .where(ofBooking);
  const [{ userId = null, mechanicId = null } = {}] = await read;
  for (const [table, person] of [
    [users, userId],
    [mechanics, mechanicId],
  ] as const)
    if (person !== null)
      await orm(client).select({ id: table.id }).from(table).where(eq(table.id, person)).for('share');
  const [found] = await read.for('no key update');
  if (!found) throw notFound('booking');
  return found;
}
