import { useMutation, useQuery } from '@tanstack/react-query';
import type { BankResultFile } from '@wayside/contract/bank-results';
import { type DragEvent, useRef, useState } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { StatusBadge, type StatusLabel } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { invalidateRuns, profilesQuery } from './new-run-queries.ts';
import { ResultFileSummary } from './result-file-summary.tsx';
import { attentionText, paymentsOfFile } from './result-file-text.ts';
import { resultFilesQuery, sendResultFile } from './runs-queries.ts';

const STATES: Readonly<Record<string, StatusLabel>> = {
  reading: { label: 'Reading', tone: 'info' },
  finished: { label: 'Read', tone: 'success' },
  stopped: { label: 'Stopped', tone: 'danger' },
};

/** Uploads bank result files and shows the result of each (BANK-03). */
export function ResultFilesDialog({ onClose }: { onClose: () => void }) {
  const [shownId, setShownId] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const files = useQuery(resultFilesQuery);
  const failure = useFailedLoad(files, 'Failed to load the result files');
  const upload = useMutation({
    mutationFn: ({ profile, file }: { profile: string; file: File }) => sendResultFile(profile, file),
    // The dialog shows the result of the last upload only.
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
    <Dialog title="Bank results" size="lg" onClose={onClose}>
      <div className="grid grid-cols-1 gap-5">
        <DropZone
          last={files.data?.rows[0]?.profile}
          isPending={upload.isPending}
          onFile={(profile, file) => upload.mutate({ profile, file })}
        />
        {upload.isError && (
          <FailureText>
            {failureText(upload.error, 'The file could not be uploaded. Nothing was changed.')}
          </FailureText>
        )}
        {note && (
          <p role="status" className="rounded-md bg-info-soft px-3 py-2 text-info-text">
            {note}
          </p>
        )}
        {shownId && <ResultFileSummary key={shownId} id={shownId} onOpenRun={onClose} />}
        <section aria-label="Recent result files" className="grid gap-2">
          <h3 className="font-semibold">Recent result files</h3>
          {failure && <RetryNote {...failure} />}
          {files.data?.rows.length === 0 && <p className="text-ink-soft">No result file has been uploaded yet.</p>}
          <ul className="grid gap-1">
            {files.data?.rows.map((file) => (
              <FileLine
                key={file.id}
                file={file}
                isShown={file.id === shownId}
                onShow={() => {
                  setNote(null);
                  setShownId(file.id);
                }}
              />
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
}

interface FileLineProps {
  file: BankResultFile;
  isShown: boolean;
  onShow: () => void;
}

function FileLine({ file, isShown, onShow }: FileLineProps) {
  const { name, profileLabel, uploadedAt, uploadedBy, issueCount, state } = file;
  return (
    <li>
      <button
        type="button"
        aria-pressed={isShown}
        onClick={onShow}
        className="grid w-full gap-1 rounded-md px-2 py-2 text-left hover:bg-hover aria-pressed:bg-pressed"
      >
        <span className="flex items-start justify-between gap-3">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          <StatusBadge {...(STATES[state] ?? { label: state, tone: 'neutral' })} />
        </span>
        <span className="numeric text-sm">
          {paymentsOfFile(file)}
          {issueCount > 0 && ` · ${attentionText(file)}`}
        </span>
        <span className="text-sm wrap-anywhere text-ink-soft">
          {profileLabel} · {formatDateTime(uploadedAt)} · {uploadedBy}
        </span>
      </button>
    </li>
  );
}

interface DropZoneProps {
  /** The format of the last file. */
  last: string | undefined;
  isPending: boolean;
  onFile: (profile: string, file: File) => void;
}

/** Takes a file from a button or by drag and drop. */
function DropZone({ last, isPending, onFile }: DropZoneProps) {
  const profiles = useQuery(profilesQuery);
  const [chosenName, setChosenName] = useState<string | null>(null);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const offered = profiles.data ?? [];
  const preset =
    offered.find(({ name }) => name === last) ??
    offered.find(({ debitAccount }) => debitAccount !== null) ??
    offered[0];
  const profile = chosenName ?? preset?.name;
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && profile !== undefined && !isPending) onFile(profile, file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <section
      aria-label="Upload a result file"
      onDragOver={(event) => {
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={drop}
      className={cn(
        'flex flex-wrap items-end gap-4 rounded-lg border border-dashed border-line-strong px-4 py-4',
        isDraggedOver && 'bg-pressed',
      )}
    >
      <Field label="Format">
        {(control) => (
          <Select
            {...control}
            value={profile ?? ''}
            options={offered.map(({ name, label }) => ({ value: name, label }))}
            onChange={(event) => setChosenName(event.target.value)}
          />
        )}
      </Field>
      <p className="min-w-40 flex-1 py-2 text-ink-soft">Drop the bank’s result file here, or choose it.</p>
      <input
        ref={input}
        type="file"
        aria-label="Bank result file"
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
