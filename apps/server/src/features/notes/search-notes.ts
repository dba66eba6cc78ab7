import type { FoundNote } from '@wayside/contract/notes';
import type { Page } from '@wayside/contract/wire/paging';
import { and, desc, eq, ilike, sql } from 'drizzle-orm';
import type { AppContext } from '../../context.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { mechanics } from '../../platform/db/schema/mechanics.ts';
import { notes } from '../../platform/db/schema/notes.ts';
import { admins } from '../../platform/db/schema/session.ts';
import { users } from '../../platform/db/schema/users.ts';
import { offsetOf, type PageInput, pageOf } from '../../platform/db/statement-page.ts';
import { asNote, NOTE_COLUMNS } from './select-notes.ts';

export interface SearchNotesInput extends PageInput {
  readonly search: string;
}

/** The newest notes that contain every word, in any order (WORK-04). */
export async function searchNotes({ database }: AppContext, input: SearchNotesInput): Promise<Page<FoundNote>> {
  const words = input.search.split(/\s+/).filter(Boolean);
  if (words.length === 0) return pageOf([], 0, input);
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
      .limit(input.limit)
      .offset(offsetOf(input)),
    database.orm.$count(notes, matches),
  ]);
  return pageOf(rows.map(asNote), total, input);
}
