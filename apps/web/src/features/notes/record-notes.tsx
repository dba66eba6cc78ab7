import { useQuery } from '@tanstack/react-query';
import { addNote, type Note } from '@wayside/contract/notes';
import { useId, useState } from 'react';
import { isOwnServer } from '../../lib/config.ts';
import { formatCount } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { Button } from '../../ui/button.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { usePrinting } from '../../ui/printing.ts';
import { NoteForm } from './note-form.tsx';
import { NoteItem } from './note-item.tsx';
import { type NotedRecord, notesQuery } from './notes-query.ts';

/** So many stand there at first, so that the details below are not far. */
const FIRST_SHOWN = 3;

export interface RecordNotesProps extends NotedRecord {
  /** How many the list says there are, so that nothing below moves when they arrive. */
  expected: number | null | undefined;
  /** After a note was added or removed here. */
  onChanged?: () => void;
}

/** The notes on a record, on top of its details (WORK-04); nothing at a provider without notes. */
export function RecordNotes(props: RecordNotesProps) {
  return isOwnServer() ? <Notes key={props.id} {...props} /> : null;
}

function Notes({ entity, id, expected, onChanged = () => undefined }: RecordNotesProps) {
  const record = { entity, id };
  const headingId = useId();
  const query = useQuery(notesQuery(record));
  const failure = useFailedLoad(query, 'Failed to load the notes');
  const mayWrite = useMay()(addNote);
  const { data } = query;
  const isEmpty = data ? data.total === 0 : !expected;
  // Who may not write reads no heading without notes.
  if (!mayWrite && isEmpty && failure === null) return null;
  return (
    <section
      aria-labelledby={headingId}
      aria-busy={query.isPending}
      data-unprinted={isEmpty ? '' : undefined}
      className="grid grid-cols-1 gap-2"
    >
      <h3 id={headingId} className="font-semibold">
        Notes
        {data && data.total > 0 && <span className="numeric text-ink-faint"> ({formatCount(data.total)})</span>}
      </h3>
      {mayWrite && <NoteForm record={record} onAdded={onChanged} />}
      {failure && <RetryNote {...failure} />}
      {failure === null && !data && !isEmpty && <NotesSkeleton count={Math.min(expected ?? 0, FIRST_SHOWN)} />}
      {data && data.total > 0 && (
        <NoteList
          record={record}
          labelledBy={headingId}
          notes={data.notes}
          total={data.total}
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
  onRemoved: () => void;
}

function NoteList({ record, labelledBy, notes, total, onRemoved }: NoteListProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const isWhole = usePrinting() !== null || isExpanded;
  const shown = isWhole ? notes : notes.slice(0, FIRST_SHOWN);
  return (
    <>
      <ol aria-labelledby={labelledBy} className="grid grid-cols-1 gap-2">
        {shown.map((note) => (
          <NoteItem key={note.id} record={record} note={note} onRemoved={onRemoved} />
        ))}
      </ol>
      {!isWhole && notes.length > FIRST_SHOWN && (
        <Button variant="ghost" className="justify-self-start" onClick={() => setIsExpanded(true)}>
          Show all {formatCount(notes.length)} notes
        </Button>
      )}
      {isWhole && total > notes.length && (
        <p className="text-sm text-ink-soft">
          These are the newest {formatCount(notes.length)} of {formatCount(total)} notes.
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
