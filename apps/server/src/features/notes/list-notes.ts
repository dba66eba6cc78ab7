import type { Note, NotedEntity } from '@wayside/contract/notes';
import type { Page } from '@wayside/contract/wire/paging';
import { desc } from 'drizzle-orm';
import type { AppContext } from '../../context.ts';
import { notes } from '../../db/schema/notes.ts';
import { asNote, isOfRecord, selectNotes } from './select-notes.ts';

export interface ListNotesInput {
  readonly page: number;
  readonly limit: number;
  readonly entity: NotedEntity;
  readonly id: string;
}

/** A page of the notes on one record, newest first (WORK-04). */
export async function listNotes({ database }: AppContext, input: ListNotesInput): Promise<Page<Note>> {
  const { page, limit, entity, id } = input;
  const ofRecord = isOfRecord(entity, id);
  const [rows, total] = await Promise.all([
    selectNotes(database.orm)
      .where(ofRecord)
      .orderBy(desc(notes.createdAt), desc(notes.id))
      .limit(limit)
      .offset((page - 1) * limit),
    database.orm.$count(notes, ofRecord),
  ]);
  return { rows: rows.map(asNote), total, page, pageCount: Math.ceil(total / limit) };
}
