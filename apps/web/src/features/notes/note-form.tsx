import { useMutation } from '@tanstack/react-query';
import { MAX_NOTE_LENGTH } from '@wayside/contract/notes';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { useUnsavedInput } from '../../lib/unsaved-input.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { CONTROL_LOOK } from '../../ui/field.tsx';
import { keepNoteDraft, type NotedRecord, noteDraft, sendNote, showNotes } from './notes-query.ts';

/** Adds a note by its button or Ctrl or Cmd with Enter; what was typed stays after a failure, and when the details close. */
export function NoteForm({ record, onAdded }: { record: NotedRecord; onAdded: () => void }) {
  const [text, setText] = useState(() => noteDraft(record));
  const field = useRef<HTMLTextAreaElement>(null);
  const isBlank = text.trim() === '';
  const type = (typed: string) => {
    setText(typed);
    keepNoteDraft(record, typed);
  };
  const adding = useMutation({
    mutationFn: () => sendNote(record, text.trim()),
    onSuccess: ({ record: added }) => {
      type('');
      // The same note comes back where the call was repeated.
      showNotes(record, (notes) => [added, ...notes.filter(({ id }) => id !== added.id)]);
      onAdded();
      field.current?.focus();
    },
  });
  useUnsavedInput(!isBlank);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isBlank && !adding.isPending) adding.mutate();
  };
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form data-unprinted="" className="grid grid-cols-1 gap-2" onSubmit={submit}>
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          aria-label="Add a note"
          placeholder="Add a note"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          data-later-focus
          dir="auto"
          rows={1}
          maxLength={MAX_NOTE_LENGTH}
          value={text}
          readOnly={adding.isPending}
          onChange={(event) => type(event.target.value)}
          onKeyDown={submitByKey}
          className={cn(CONTROL_LOOK, 'field-sizing-content h-auto max-h-48 min-h-9 resize-none py-2 touch:h-auto')}
        />
        <Button type="submit" pending={adding.isPending} disabled={isBlank}>
          {adding.isPending ? 'Adding...' : 'Add note'}
        </Button>
      </div>
      {adding.error && (
        <FailureText>
          {failureText(adding.error, 'Failed to add the note. Nothing was lost: try again.')}
        </FailureText>
      )}
    </form>
  );
}
