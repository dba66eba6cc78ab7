import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { addNote, listNotes, type Note, type NotedEntity } from '@wayside/contract/notes';
import { call } from '../../lib/api.ts';
import { updateCachedRecord } from '../../lib/cached-records.ts';
import { queryClient, UNCACHED_OPTIONS } from '../../lib/query-client.ts';
import { BOOKING_KEYS, MECHANIC_KEYS, USER_KEYS } from '../../lib/record-keys.ts';

export interface NotedRecord {
  readonly entity: NotedEntity;
  readonly id: string;
}

interface Notes {
  /** Newest first. */
  readonly notes: readonly Note[];
  readonly total: number;
}

const MAX_NOTES = 100;

/**
 * Query of the newest notes of a record (WORK-04). The field is not called `rows`, because the live stream would hold
 * back new rows.
 */
export function notesQuery({ entity, id }: NotedRecord) {
  return queryOptions({
    queryKey: ['notes', id, entity],
    queryFn: async ({ signal }): Promise<Notes> => {
      const query = { page: 1, limit: MAX_NOTES, entity, id };
      const { rows, total } = await call(listNotes, { query, signal });
      return { notes: rows, total };
    },
    ...UNCACHED_OPTIONS,
  });
}

const KEYS = { booking: BOOKING_KEYS, user: USER_KEYS, mechanic: MECHANIC_KEYS } as const;

/** Updates the notes of a record and the count in its list. */
export function updateCachedNotes(record: NotedRecord, change: (notes: readonly Note[]) => readonly Note[]): void {
  const { queryKey } = notesQuery(record);
  const shown = queryClient.getQueryData(queryKey);
  if (!shown) return;
  const notes = change(shown.notes);
  const total = shown.total + notes.length - shown.notes.length;
  queryClient.setQueryData(queryKey, { notes, total });
  updateCachedRecord<NotedRecord & { noteCount: number | null }>(KEYS[record.entity], record.id, {
    noteCount: total || null,
  });
}

/** The unsaved text of a note. It is retained until the session ends, unless the user discards it. */
const draftQuery = ({ entity, id }: NotedRecord) =>
  queryOptions<string>({
    queryKey: ['note-draft', entity, id],
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });

export const useNoteDraft = (record: NotedRecord): string => useQuery(draftQuery(record)).data ?? '';

export function saveNoteDraft(record: NotedRecord, text: string): void {
  const { queryKey } = draftQuery(record);
  queryClient.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(queryKey, text);
}

export const sendNote = ({ entity, id }: NotedRecord, text: string) =>
  call(addNote, { body: { entity, id, text } });
