import { useQuery } from '@tanstack/react-query';
import { StickyNote } from 'lucide-react';
import { relativeTime, useNow } from '../../lib/relative-time.ts';
import { type NotedRecord, notesQuery } from './notes-query.ts';

interface PinnedNoteProps extends NotedRecord {
  /** How many the record has; without any nothing is shown. */
  expected: number | null | undefined;
  /** Leads to all of them. */
  onOpen: () => void;
}

/** The newest note in the header of a record's page (WORK-04). Its room is there before it is loaded. */
export function PinnedNote({ entity, id, expected, onOpen }: PinnedNoteProps) {
  const isExpected = Boolean(expected);
  const { data } = useQuery({ ...notesQuery({ entity, id }), enabled: isExpected });
  const now = useNow();
  const note = data?.notes[0];
  if (!isExpected) return null;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="mb-1 flex h-9 w-full items-center gap-2 rounded-md bg-warning-soft px-3 text-left text-warning-text -outline-offset-2 touch:h-11"
    >
      <StickyNote aria-hidden="true" className="size-4 shrink-0" />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {note?.text}
      </span>
      {note && <span className="text-sm whitespace-nowrap">{relativeTime(note.createdAt, now)}</span>}
    </button>
  );
}
