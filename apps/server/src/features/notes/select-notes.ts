import type { NotedEntity } from '@wayside/contract/notes';
import { eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { notes } from '../../db/schema/notes.ts';
import { admins } from '../../db/schema/session.ts';

/** The column of a note that refers to its record. */
export const RECORD_COLUMN = {
  booking: notes.bookingId,
  user: notes.userId,
  mechanic: notes.mechanicId,
} as const satisfies Record<NotedEntity, unknown>;

/** The columns of a note with its author's name. */
export const NOTE_COLUMNS = {
  id: notes.id,
  bookingId: notes.bookingId,
  userId: notes.userId,
  mechanicId: notes.mechanicId,
  text: notes.text,
  authorId: notes.authorId,
  author: sql<string>`coalesce(nullif(trim(${admins.name}), ''), ${admins.email})`,
  createdAt: notes.createdAt,
};

interface StoredNote {
  readonly bookingId: string | null;
  readonly userId: string | null;
  readonly mechanicId: string | null;
  readonly createdAt: Date;
}

/** The record of a stored note: of three columns one is not null. */
export function recordOf({ bookingId, userId, mechanicId }: StoredNote): { entity: NotedEntity; recordId: string } {
  if (bookingId !== null) return { entity: 'booking', recordId: bookingId };
  if (userId !== null) return { entity: 'user', recordId: userId };
  return { entity: 'mechanic', recordId: mechanicId ?? '' };
}

/** A row of `NOTE_COLUMNS` as a note. */
export const asNote = <R extends StoredNote>({ bookingId, userId, mechanicId, createdAt, ...row }: R) => ({
  ...row,
  ...recordOf({ bookingId, userId, mechanicId, createdAt }),
  createdAt: createdAt.toISOString(),
});

/** The SELECT of notes with their authors, which conditions and an order follow. */
export const selectNotes = (database: NodePgDatabase) =>
  database.select(NOTE_COLUMNS).from(notes).innerJoin(admins, eq(admins.id, notes.authorId));
