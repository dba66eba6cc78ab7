import type { FoundNote } from '@wayside/contract/notes';
import type { Page } from '@wayside/contract/wire/paging';
import { and, desc, eq, ilike, sql } from 'drizzle-orm';
import type { AppContext } from '../../context.ts';
import { containing } from '../../db/like-pattern.ts';
import { mechanics } from '../../db/schema/mechanics.ts';
import { notes } from '../../db/schema/notes.ts';
import { admins } from '../../db/schema/session.ts';
import { users } from '../../db/schema/users.ts';
import { asNote, NOTE_COLUMNS } from './select-notes.ts';

export interface SearchNotesInput {
  readonly page: number;
  readonly limit: number;
  readonly search: string;
}

/** The newest notes that contain every word, in any order (WORK-04). */
export async function searchNotes({ database }: AppContext, input: SearchNotesInput): Promise<Page<FoundNote>> {
  const { page, limit, search } = input;
  const words = search.split(/\s+/).filter(Boolean);
  if (words.length === 0) return { rows: [], total: 0, page, pageCount: 0 };
  const matches = and(...words.map((word) => ilike(notes.text, containing(word))));
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
      .limit(limit)
      .offset((page - 1) * limit),
    database.orm.$count(notes, matches),
  ]);
  return { rows: rows.map(asNote), total, page, pageCount: Math.ceil(total / limit) };
}
