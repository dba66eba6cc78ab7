import type { Note, NotedEntity } from '@wayside/contract/notes';
import type { Page } from '@wayside/contract/wire/paging';
import { desc } from 'drizzle-orm';
import type { AppContext } from '../../context.ts';
import { notes } from '../../platform/db/schema/communication.ts';
import { offsetOf, type PageInput, pageOf } from '../../platform/db/statement-page.ts';
import { asNote, isOfRecord, selectNotes } from './select-notes.ts';

export interface ListNotesInput extends PageInput {
  readonly entity: NotedEntity;
  readonly id: string;
}

/** A page of the notes on one record, newest first (WORK-04). */
export async function listNotes({ database }: AppContext, input: ListNotesInput): Promise<Page<Note>> {
  const { entity, id } = input;
  const ofRecord = isOfRecord(entity, id);
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
