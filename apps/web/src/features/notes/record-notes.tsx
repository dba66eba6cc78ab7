import { useMutation, useQuery } from '@tanstack/react-query';
import { addNote, MAX_NOTE_LENGTH, NOTE_REMOVABLE_HOURS, type Note, removeNote } from '@wayside/contract/notes';
import { StickyNote } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { type Step, UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { call } from '../../lib/api.ts';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { isOwnServer } from '../../lib/config.ts';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { relativeTime, useNow } from '../../lib/relative-time.ts';
import { signedInIdentity, useMay } from '../../lib/session.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { Button, preventKeyRepeat } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { CONTROL_CLASS_NAME } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { usePrinting } from '../../ui/printing.ts';
import {
  type NotedRecord,
  notesQuery,
  saveNoteDraft,
  sendNote,
  updateCachedNotes,
  useNoteDraft,
} from './notes-query.ts';

const REMOVABLE_MS = NOTE_REMOVABLE_HOURS * 3_600_000;

/** A note with its author and time. The author can remove it within a day. */
function NoteItem({ record, note, onRemoved }: { record: NotedRecord; note: Note; onRemoved: () => void }) {
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
              onKeyDown={preventKeyRepeat}
              onClick={() => setIsConfirmOpen(true)}
              className="-mr-1.5 min-h-6 rounded-sm px-1.5 font-medium hover:bg-pressed hover:text-ink touch:min-h-11"
            >
              {t('Remove')}
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

interface NoteFormProps extends Pick<RecordNotesProps, 'fieldRef'> {
  record: NotedRecord;
  onAdded: () => void;
}

/** Form that adds a note with its button, Ctrl+Enter or Cmd+Enter. The text survives a failure and a change of tabs. */
function NoteForm({ record, fieldRef, onAdded }: NoteFormProps) {
  const text = useNoteDraft(record);
  const ownRef = useRef<HTMLTextAreaElement>(null);
  const field = fieldRef ?? ownRef;
  const isBlank = text.trim() === '';
  const type = (typed: string) => saveNoteDraft(record, typed);
  const adding = useMutation({
    mutationFn: () => sendNote(record, text.trim()),
    onSuccess: ({ record: added }) => {
      type('');
      // A repeated request returns the same note, so duplicates are removed.
      updateCachedNotes(record, (notes) => [added, ...notes.filter(({ id }) => id !== added.id)]);
      onAdded();
      field.current?.focus();
    },
  });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isBlank && !adding.isPending) adding.mutate();
  };
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  return (
    <form data-unprinted="" className="grid grid-cols-1 gap-2" onSubmit={submit}>
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          aria-label={t('Add a note')}
          placeholder={t('Add a note')}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          data-later-focus
          dir="auto"
          rows={1}
          maxLength={MAX_NOTE_LENGTH}
          value={text}
          readOnly={adding.isPending}
          onChange={(event) => type(event.target.value)}
          onKeyDown={submitByKey}
          className={cn(
            CONTROL_CLASS_NAME,
            'field-sizing-content h-auto max-h-48 min-h-9 resize-none py-2 touch:h-auto',
          )}
        />
        <Button type="submit" pending={adding.isPending} disabled={isBlank}>
          {adding.isPending ? t('Adding...') : t('Add note')}
        </Button>
      </div>
      {adding.error && (
        <FailureText>
          {failureText(adding.error, t('Failed to add the note. Your text is still here: try again.'))}
        </FailureText>
      )}
    </form>
  );
}

/** The number of notes shown at first. It is small, so that the details below stay close. */
const INITIAL_NOTE_COUNT = 3;

interface NoteGuardProps extends NotedRecord {
  isAtDesk?: boolean;
}

/** Asks for confirmation before the user leaves an unsaved note. */
export function NoteGuard({ entity, id, isAtDesk = false }: NoteGuardProps) {
  const record = { entity, id };
  const isUnsaved = useNoteDraft(record).trim() !== '';
  // At the roadside desk, the user can switch between emergencies, because each keeps its unsaved text.
  const isLeft = ({ isToOtherScreen, search }: Step) =>
    isToOtherScreen || (!isAtDesk && !Object.values(search).includes(id));
  return <UnsavedGuard isUnsaved={isUnsaved} isLeft={isLeft} onDiscard={() => saveNoteDraft(record, '')} />;
}

interface RecordNotesProps extends NotedRecord {
  /** The number of notes according to the list, used to reserve space while they load. */
  expected: number | null | undefined;
  onChanged?: () => void;
  /** The field for a new note, which an action can focus (PEOP-03). */
  fieldRef?: RefObject<HTMLTextAreaElement | null>;
  /** Whether all notes are shown, on a separate tab. The page that contains the tabs renders the `NoteGuard`. */
  isWhole?: boolean;
  /** Whether the notes are at the roadside desk, where the next record appears in the same place. */
  isAtDesk?: boolean;
}

/**
 * The notes of a record, shown above its details (WORK-04). Renders nothing with an external provider, which has no
 * notes.
 */
export function RecordNotes(props: RecordNotesProps) {
  if (!isOwnServer()) return null;
  const { entity, id, isWhole, isAtDesk } = props;
  return (
    <>
      {!isWhole && <NoteGuard entity={entity} id={id} isAtDesk={isAtDesk === true} />}
      <Notes key={id} {...props} />
    </>
  );
}

function Notes({ entity, id, expected, fieldRef, isWhole, onChanged = () => undefined }: RecordNotesProps) {
  const record = { entity, id };
  const headingId = useId();
  const query = useQuery(notesQuery(record));
  const failure = useFailedLoad(query, t('Failed to load the notes'));
  const mayWrite = useMay()(addNote);
  const { data } = query;
  const isEmpty = data ? data.total === 0 : !expected;
  // If there are no notes, a user who may not write sees no heading.
  if (!mayWrite && isEmpty && failure === null) return null;
  return (
    <section
      aria-labelledby={headingId}
      aria-busy={query.isPending}
      data-unprinted={isEmpty ? '' : undefined}
      className="grid grid-cols-1 gap-2"
    >
      <h3 id={headingId} className="font-semibold">
        {t('Notes')}
        {data && data.total > 0 && (
          <span translate="no" className="numeric text-ink-faint">
            {' '}
            ({formatCount(data.total)})
          </span>
        )}
      </h3>
      {mayWrite && <NoteForm record={record} onAdded={onChanged} {...(fieldRef && { fieldRef })} />}
      {failure && <RetryNote {...failure} />}
      {failure === null && !data && !isEmpty && (
        <NotesSkeleton count={Math.min(expected ?? 0, INITIAL_NOTE_COUNT)} />
      )}
      {data && data.total > 0 && (
        <NoteList
          record={record}
          labelledBy={headingId}
          notes={data.notes}
          total={data.total}
          isWhole={isWhole === true}
          onRemoved={onChanged}
        />
      )}
    </section>
  );
}

interface NoteListProps {
  record: NotedRecord;
  labelledBy: string;
  notes: readonly Note[];
  total: number;
  isWhole: boolean;
  onRemoved: () => void;
}

function NoteList({ record, labelledBy, notes, total, isWhole: isWholeAtFirst, onRemoved }: NoteListProps) {
  const [isExpanded, setIsExpanded] = useState(isWholeAtFirst);
  const isWhole = usePrinting() !== null || isExpanded;
  const shown = isWhole ? notes : notes.slice(0, INITIAL_NOTE_COUNT);
  return (
    <>
      <ol aria-labelledby={labelledBy} className="grid grid-cols-1 gap-2">
        {shown.map((note) => (
          <NoteItem key={note.id} record={record} note={note} onRemoved={onRemoved} />
        ))}
      </ol>
      {!isWhole && notes.length > INITIAL_NOTE_COUNT && (
        <Button variant="ghost" className="justify-self-start" onClick={() => setIsExpanded(true)}>
          {t('Show all {count} notes', { count: notes.length })}
        </Button>
      )}
      {isWhole && total > notes.length && (
        <p className="text-sm text-ink-soft">
          {t('These are the newest {count} of {total} notes.', { count: notes.length, total })}
        </p>
      )}
    </>
  );
}

function NotesSkeleton({ count }: { count: number }) {
  return ['first', 'second', 'third'].slice(0, count).map((place) => (
    <div key={place} className="grid h-16 content-center gap-2 rounded-md border border-line px-3">
      <Skeleton className="h-3 w-40" />
      <Skeleton className="h-3 w-3/4" />
    </div>
  ));
}

interface PinnedNoteProps extends NotedRecord {
  /** The number of notes; if it is 0 or unknown, nothing is shown. */
  expected: number | null | undefined;
  onOpen: () => void;
}

/** The newest note, in the header of a record's page (WORK-04). Its space is reserved before it loads. */
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

interface RemoveNoteProps {
  record: NotedRecord;
  note: Note;
  onRemoved: () => void;
  onClose: () => void;
}

const NOT_FOUND = 404;

/** Dialog that confirms the removal of the user's own note (WORK-04). */
function RemoveNote({ record, note, onRemoved, onClose }: RemoveNoteProps) {
  const removal = useMutation({
    // A note that is already deleted counts as removed.
    mutationFn: () =>
      call(removeNote, { params: { id: note.id } }).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== NOT_FOUND) throw error;
      }),
    onSuccess: () => {
      onClose();
      updateCachedNotes(record, (notes) => notes.filter(({ id }) => id !== note.id));
      onRemoved();
    },
  });
  return (
    <ConfirmDialog
      title={t('Remove this note?')}
      question={t('The note disappears for everyone. The activity log keeps its text.')}
      confirmLabel={t('Remove')}
      pendingLabel={t('Removing...')}
      pending={removal.isPending}
      error={removal.error && failureText(removal.error, t('Failed to remove the note'))}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    />
  );
}
