import { useMutation } from '@tanstack/react-query';
import type { Note } from '@wayside/contract/notes';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type NotedRecord, sendNoteRemoval, showNotes } from './notes-query.ts';

interface RemoveNoteProps {
  record: NotedRecord;
  note: Note;
  onRemoved: () => void;
  onClose: () => void;
}

const NOT_FOUND = 404;

/** Asks before an own note is removed (WORK-04). */
export function RemoveNote({ record, note, onRemoved, onClose }: RemoveNoteProps) {
  const removal = useMutation({
    // One that is gone already is removed.
    mutationFn: () =>
      sendNoteRemoval(note.id).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== NOT_FOUND) throw error;
      }),
    onSuccess: () => {
      onClose();
      showNotes(record, (notes) => notes.filter(({ id }) => id !== note.id));
      onRemoved();
    },
  });
  return (
    <ConfirmDialog
      title="Remove this note?"
      question="Nobody sees it here any more. The activity log keeps it."
      confirmLabel="Remove"
      pendingLabel="Removing..."
      pending={removal.isPending}
      error={removal.error && failureText(removal.error, 'Failed to remove the note')}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    />
  );
}
