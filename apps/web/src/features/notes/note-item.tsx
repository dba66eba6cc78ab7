import { NOTE_REMOVABLE_HOURS, type Note, removeNote } from '@wayside/contract/notes';
import { useState } from 'react';
import { Allowed } from '../../lib/allowed.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { relativeTime } from '../../lib/relative-time.ts';
import { signedInIdentity } from '../../lib/session.ts';
import { useNow } from '../../lib/use-now.ts';
import { pressOnce } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { NotedRecord } from './notes-query.ts';

const RemoveNote = lazyPart(() => import('./remove-note.tsx'), 'RemoveNote');

const REMOVABLE_MS = NOTE_REMOVABLE_HOURS * 3_600_000;

interface NoteItemProps {
  record: NotedRecord;
  note: Note;
  onRemoved: () => void;
}

/** A note with its author and time; its author can remove it within a day. */
export function NoteItem({ record, note, onRemoved }: NoteItemProps) {
  const now = useNow();
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);
  const isOwn = signedInIdentity()?.id === note.authorId;
  const isRemovable = isOwn && now - Date.parse(note.createdAt) < REMOVABLE_MS;
  return (
    <li className="grid grid-cols-1 gap-0.5 rounded-md border border-line px-3 py-2">
      <div className="flex min-h-6 items-center justify-between gap-3 text-sm text-ink-soft">
        <p className="min-w-0 wrap-anywhere">
          <bdi>{note.author}</bdi>,{' '}
          <time dateTime={note.createdAt} data-tip={formatDateTime(note.createdAt)} className="whitespace-nowrap">
            {relativeTime(note.createdAt, now)}
          </time>
        </p>
        {isRemovable && (
          <Allowed to={removeNote}>
            <button
              type="button"
              onKeyDown={pressOnce}
              onClick={() => setIsConfirmOpen(true)}
              className="-mr-1.5 min-h-6 rounded-sm px-1.5 font-medium hover:bg-pressed hover:text-ink touch:min-h-11"
            >
              Remove
            </button>
          </Allowed>
        )}
      </div>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {note.text}
      </p>
      {isConfirmOpen && (
        <RemoveNote record={record} note={note} onRemoved={onRemoved} onClose={() => setIsConfirmOpen(false)} />
      )}
    </li>
  );
}
