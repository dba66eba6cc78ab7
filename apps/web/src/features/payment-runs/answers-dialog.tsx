import { useMutation, useQuery } from '@tanstack/react-query';
import type { BankAnswerFile } from '@wayside/contract/bank-answers';
import { type DragEvent, useRef, useState } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { invalidateRuns, profilesQuery } from '../../people/run-queries.ts';
import { StatusBadge, type StatusLabel } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { AnswerResult } from './answer-result.tsx';
import { answersQuery, sendAnswer } from './runs-queries.ts';

const STATES: Readonly<Record<string, StatusLabel>> = {
  reading: { label: 'Reading', tone: 'info' },
  finished: { label: 'Read', tone: 'success' },
  stopped: { label: 'Stopped', tone: 'danger' },
};

/** Takes the answers of banks and says what came of each (BANK-03). */
export function AnswersDialog({ onClose }: { onClose: () => void }) {
  const [shownId, setShownId] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const answers = useQuery(answersQuery);
  const failure = useFailedLoad(answers, 'Failed to load the answers');
  const upload = useMutation({
    mutationFn: ({ profile, file }: { profile: string; file: File }) => sendAnswer(profile, file),
    // What is shown is of the file that was given last.
    onMutate: () => {
      setNote(null);
      setShownId(null);
    },
    onSuccess: ({ record, message }) => {
      setNote(message);
      setShownId(record.id);
      void invalidateRuns();
    },
  });
  return (
    <Dialog title="Bank’s answers" size="lg" onClose={onClose}>
      <div className="grid grid-cols-1 gap-5">
        <DropZone
          last={answers.data?.rows[0]?.profile}
          isPending={upload.isPending}
          onFile={(profile, file) => upload.mutate({ profile, file })}
        />
        {upload.isError && (
          <FailureText>
            {failureText(upload.error, 'The file could not be taken. Nothing was changed.')}
          </FailureText>
        )}
        {note && (
          <p role="status" className="rounded-md bg-info-soft px-3 py-2 text-info-text">
            {note}
          </p>
        )}
        {shownId && <AnswerResult key={shownId} id={shownId} onOpenRun={onClose} />}
        <section aria-label="Last answers" className="grid gap-2">
          <h3 className="font-semibold">Last answers</h3>
          {failure && <RetryNote {...failure} />}
          {answers.data?.rows.length === 0 && <p className="text-ink-soft">No answer was given yet.</p>}
          <ul className="grid gap-1">
            {answers.data?.rows.map((answer) => (
              <AnswerLine
                key={answer.id}
                answer={answer}
                isShown={answer.id === shownId}
                onShow={() => {
                  setNote(null);
                  setShownId(answer.id);
                }}
              />
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
}

interface AnswerLineProps {
  answer: BankAnswerFile;
  isShown: boolean;
  onShow: () => void;
}

function AnswerLine({ answer, isShown, onShow }: AnswerLineProps) {
  const { name, profileLabel, uploadedAt, uploadedBy, issueCount, changedCount, state } = answer;
  return (
    <li>
      <button
        type="button"
        aria-pressed={isShown}
        onClick={onShow}
        className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-2 py-2 text-left hover:bg-hover aria-pressed:bg-pressed"
      >
        <span className="min-w-0 flex-1 font-medium wrap-anywhere">{name}</span>
        <span className="text-sm text-ink-soft">
          {profileLabel} · {formatDateTime(uploadedAt)} · {uploadedBy}
        </span>
        <span className="numeric text-sm">
          {formatCount(changedCount)} changed · {formatCount(issueCount)} to look at
        </span>
        <StatusBadge {...(STATES[state] ?? { label: state, tone: 'neutral' })} />
      </button>
    </li>
  );
}

interface DropZoneProps {
  /** The format of the last answer. */
  last: string | undefined;
  isPending: boolean;
  onFile: (profile: string, file: File) => void;
}

/** Takes a file by a button or by dragging it here. */
function DropZone({ last, isPending, onFile }: DropZoneProps) {
  const profiles = useQuery(profilesQuery);
  const [chosenProfile, setChosenProfile] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const offered = profiles.data ?? [];
  const preset =
    offered.find(({ name }) => name === last) ??
    offered.find(({ debitAccount }) => debitAccount !== null) ??
    offered[0];
  const profile = chosenProfile ?? preset?.name;
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && profile !== undefined && !isPending) onFile(profile, file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <section
      aria-label="A new answer"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'flex flex-wrap items-end gap-4 rounded-lg border border-dashed border-line-strong px-4 py-4',
        isOver && 'bg-pressed',
      )}
    >
      <Field label="Format">
        {(control) => (
          <Select
            {...control}
            value={profile ?? ''}
            options={offered.map(({ name, label }) => ({ value: name, label }))}
            onChange={(event) => setChosenProfile(event.target.value)}
          />
        )}
      </Field>
      <p className="min-w-40 flex-1 py-2 text-ink-soft">Drop the bank’s file here, or choose it.</p>
      <input
        ref={input}
        type="file"
        aria-label="The bank’s file"
        accept=".csv,.txt,text/csv,text/plain"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      <Button
        variant="primary"
        pending={isPending}
        disabled={profile === undefined}
        onClick={() => input.current?.click()}
      >
        Choose file
      </Button>
    </section>
  );
}
