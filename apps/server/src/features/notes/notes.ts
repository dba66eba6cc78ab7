import { type FoundNote, NOTE_REMOVABLE_HOURS, type Note, type NotedEntity } from '@wayside/contract/notes';
import { foldText } from '@wayside/contract/wire/fold-text';
import type { Page } from '@wayside/contract/wire/paging';
import { ObjectId } from 'bson';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { conflict, forbidden, notFound } from '../../api-error.ts';
import type { ActorContext, AppContext } from '../../context.ts';
import { adminNameSql } from '../../platform/db/admin-name.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { bookings } from '../../platform/db/schema/bookings.ts';
import { notes } from '../../platform/db/schema/communication.ts';
import { mechanics } from '../../platform/db/schema/mechanics.ts';
import { admins } from '../../platform/db/schema/session.ts';
import { users } from '../../platform/db/schema/users.ts';
import { containing } from '../../platform/db/statement.ts';
import { offsetOf, type PageInput, pageOf } from '../../platform/db/statement-page.ts';

/** Returns the condition that selects the notes on a record. */
function matchesRecord(entity: NotedEntity, id: string) {
  if (entity === 'booking') return eq(notes.bookingId, id);
  return and(eq(entity === 'user' ? notes.userId : notes.mechanicId, id), isNull(notes.bookingId));
}

/** The columns of a note with its author's name. */
const NOTE_COLUMNS = {
  id: notes.id,
  bookingId: notes.bookingId,
  userId: notes.userId,
  mechanicId: notes.mechanicId,
  text: notes.text,
  authorId: notes.authorId,
  author: sql<string>`${sql.raw(adminNameSql('admins'))}`,
  createdAt: notes.createdAt,
};

interface StoredNote {
  readonly bookingId: string | null;
  readonly userId: string | null;
  readonly mechanicId: string | null;
  readonly createdAt: Date;
}

/** Returns the record of a stored note. A booking's note also has the ids of the customer and mechanic. */
function recordOf({ bookingId, userId, mechanicId }: StoredNote): { entity: NotedEntity; recordId: string } {
  if (bookingId !== null) return { entity: 'booking', recordId: bookingId };
  if (userId !== null) return { entity: 'user', recordId: userId };
  return { entity: 'mechanic', recordId: mechanicId ?? '' };
}

/**
 * Returns the people of the booking that a note is on, for the activity log. The note's text is erased together with
 * a person (PRIV-06).
 */
const peopleOf = ({ bookingId, userId, mechanicId }: Omit<StoredNote, 'createdAt'>) =>
  bookingId === null
    ? []
    : [
        { field: 'customerId', before: null, after: userId },
        { field: 'mechanicId', before: null, after: mechanicId },
      ].filter(({ after }) => after !== null);

/** Converts a row of `NOTE_COLUMNS` to a note. */
const asNote = <R extends StoredNote>({ bookingId, userId, mechanicId, createdAt, ...row }: R) => ({
  ...row,
  ...recordOf({ bookingId, userId, mechanicId, createdAt }),
  createdAt: createdAt.toISOString(),
});

/** Selects notes with their authors. The caller adds conditions and an order. */
const selectNotes = (database: NodePgDatabase) =>
  database.select(NOTE_COLUMNS).from(notes).innerJoin(admins, eq(admins.id, notes.authorId));

interface ListNotesInput extends PageInput {
  readonly entity: NotedEntity;
  readonly id: string;
}

/** Returns a page of the notes on a record, newest first (WORK-04). */
export async function listNotes({ database }: AppContext, input: ListNotesInput): Promise<Page<Note>> {
  const { entity, id } = input;
  const ofRecord = matchesRecord(entity, id);
  const [rows, total] = await Promise.all([
    selectNotes(database.orm)
      .where(ofRecord)
      .orderBy(desc(notes.createdAt), desc(notes.id))
      .limit(input.limit)
      .offset(offsetOf(input)),
    database.orm.$count(notes, ofRecord),
  ]);
  return pageOf(rows.map(asNote), total, input);
}

interface AddNoteInput {
  readonly entity: NotedEntity;
  /** The id of the record. */
  readonly id: string;
  readonly text: string;
}

/** A repeated call within this time does not add a second note. */
const DUPLICATE_WINDOW_MS = 5 * 60_000;

const PEOPLE = {
  user: { table: users, noun: 'customer' },
  mechanic: { table: mechanics, noun: 'mechanic' },
} as const;

/**
 * Adds a note to a record and to the activity log (WORK-04). @throws 404 if the record is missing, a stub, or an
 * erased person
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
          matchesRecord(entity, id),
          eq(notes.authorId, authorId),
          eq(notes.text, text),
          gt(notes.createdAt, new Date(at.getTime() - DUPLICATE_WINDOW_MS)),
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
 * Locks the record against its erasure and against a repeated call. @returns the ids to which the note refers @throws
 * 404
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
 * Locks a booking with its customer and mechanic, whose erasure removes the note (PRIV-06). People are locked first,
 * as in an erasure.
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

const REMOVABLE_MS = NOTE_REMOVABLE_HOURS * 3_600_000;

/**
 * Deletes the caller's own note within a day. The activity log retains its text until the person is erased (WORK-04).
 * @throws 403 if another user wrote the note; 404; 409 if it is older than a day
 */
export function removeNote({ database, now, actor }: ActorContext, { id }: { readonly id: string }): Promise<void> {
  return database.transaction(async (client) => {
    const at = now();
    const [note] = await orm(client).select().from(notes).where(eq(notes.id, id)).for('update');
    if (!note) throw notFound('note');
    if (note.authorId !== actor.id) throw forbidden('note_of_another');
    if (at.getTime() - note.createdAt.getTime() > REMOVABLE_MS) throw conflict('note_too_old');
    await orm(client).delete(notes).where(eq(notes.id, id));
    const { entity, recordId } = recordOf(note);
    await recordActivity(client, actor, at, {
      action: 'note_removed',
      entity,
      entityId: recordId,
      changes: peopleOf(note),
      note: note.text,
    });
  });
}

interface SearchNotesInput extends PageInput {
  readonly search: string;
}

/** Returns the newest notes that contain every word, in any order (WORK-04). */
export async function searchNotes({ database }: AppContext, input: SearchNotesInput): Promise<Page<FoundNote>> {
  const words = foldText(input.search).split(' ').filter(Boolean);
  if (words.length === 0) return pageOf([], 0, input);
  const matches = and(...words.map((word) => sql`fold_text(${notes.text}) LIKE ${containing(word)}`));
  const [rows, total] = await Promise.all([
    database.orm
      .select({
        ...NOTE_COLUMNS,
        recordName: sql<
          string | null
        >`CASE WHEN ${notes.bookingId} IS NULL THEN coalesce(${users.name}, ${mechanics.name}) END`,
      })
      .from(notes)
      .innerJoin(admins, eq(admins.id, notes.authorId))
      .leftJoin(users, eq(users.id, notes.userId))
      .leftJoin(mechanics, eq(mechanics.id, notes.mechanicId))
      .where(matches)
      .orderBy(desc(notes.createdAt), desc(notes.id))
      .limit(input.limit)
      .offset(offsetOf(input)),
    database.orm.$count(notes, matches),
  ]);
  return pageOf(rows.map(asNote), total, input);
}
