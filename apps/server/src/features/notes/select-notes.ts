import type { NotedEntity } from '@wayside/contract/notes';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { adminName } from '../../platform/db/admin-name.ts';
import { notes } from '../../platform/db/schema/communication.ts';
import { admins } from '../../platform/db/schema/session.ts';

/** The condition of the notes on a record. */
export function isOfRecord(entity: NotedEntity, id: string) {
  if (entity === 'booking') return eq(notes.bookingId, id);
  return and(eq(entity === 'user' ? notes.userId : notes.mechanicId, id), isNull(notes.bookingId));
}

/** The columns of a note with its author's name. */
export const NOTE_COLUMNS = {
  id: notes.id,
  bookingId: notes.bookingId,
  userId: notes.userId,
  mechanicId: notes.mechanicId,
  text: notes.text,
  authorId: notes.authorId,
  author: sql<string>`${sql.raw(adminName('admins'))}`,
  createdAt: notes.createdAt,
};

interface StoredNote {
  readonly bookingId: string | null;
  readonly userId: string | null;
  readonly mechanicId: string | null;
  readonly createdAt: Date;
}

/** The record of a stored note; the other ids of a booking's note are its people's. */
export function recordOf({ bookingId, userId, mechanicId }: StoredNote): { entity: NotedEntity; recordId: string } {
  if (bookingId !== null) return { entity: 'booking', recordId: bookingId };
  if (userId !== null) return { entity: 'user', recordId: userId };
  return { entity: 'mechanic', recordId: mechanicId ?? '' };
}

/** For the activity log: whose booking a note is on, with whom its text goes (PRIV-06). */
export const peopleOf = ({ bookingId, userId, mechanicId }: Omit<StoredNote, 'createdAt'>) =>
  bookingId === null
    ? []
    : [
        { field: 'customerId', before: null, after: userId },
        { field: 'mechanicId', before: null, after: mechanicId },
      ].filter(({ after }) => after !== null);

/** A row of `NOTE_COLUMNS` as a note. */
export const asNote = <R extends StoredNote>({ bookingId, userId, mechanicId, createdAt, ...row }: R) => ({
  ...row,
  ...recordOf({ bookingId, userId, mechanicId, createdAt }),
  createdAt: createdAt.toISOString(),
});

/** The SELECT of notes with their authors, which conditions and an order follow. */
export const selectNotes = (database: NodePgDatabase) =>
  database.select(NOTE_COLUMNS).from(notes).innerJoin(admins, eq(admins.id, notes.authorId));
