import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  type BankResultFile,
  type ResultIssue,
  type ResultIssueKind,
  uploadResultFile,
} from '@wayside/contract/bank-results';
import { useEffect, useRef, useState } from 'react';
import { type Message, msg, t, verbatim } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { fileFormat } from '../../lib/file-format.ts';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { storedSentenceText } from '../../lib/sentence-text.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { ExportMenu } from '../../list/export-menu.tsx';
import { tableCall } from '../../list/list-export.ts';
import { StatusBadge, type StatusLabel } from '../../ui/badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { ProgressBar } from '../../ui/loading.tsx';
import { PageSteps } from '../../ui/pagination.tsx';
import { type SmallColumn, SmallTable } from '../../ui/small-table.tsx';
import { attentionText, paymentsOfFile } from './run-labels.ts';
import {
  invalidateRuns,
  profilesQuery,
  resultFileQuery,
  resultFilesQuery,
  resultIssuesQuery,
} from './runs-queries.ts';

const STATES: Readonly<Record<string, StatusLabel>> = {
  reading: { label: msg('Reading'), tone: 'info' },
  finished: { label: msg('Read'), tone: 'success' },
  stopped: { label: msg('Stopped'), tone: 'danger' },
};

/** Dialog that uploads bank result files and shows their results (BANK-03). */
export function ResultFilesDialog({ onClose }: { onClose: () => void }) {
  const [shownId, setShownId] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const files = useQuery(resultFilesQuery);
  const failure = useFailedLoad(files, t('Failed to load the result files'));
  const upload = useMutation({
    mutationFn: ({ profile, file }: { profile: string; file: File }) =>
      call(uploadResultFile, { body: { profile, name: file.name, file } }),
    // After a rejected file, the previous result stays visible.
    onMutate: () => setNote(null),
    onSuccess: ({ record, message }) => {
      setNote(message);
      setShownId(record.id);
      void invalidateRuns();
    },
  });
  return (
    <Dialog title={t('Bank results')} size="steady" onClose={onClose}>
      <div className="grid grid-cols-1 gap-5">
        <DropZone
          last={files.data?.rows[0]?.profile}
          isPending={upload.isPending}
          onFile={(profile, file) => upload.mutate({ profile, file })}
        />
        {upload.isError && (
          <FailureText>
            {failureText(upload.error, t('The file could not be uploaded. Nothing was changed.'))}
          </FailureText>
        )}
        {note && (
          <p role="status" className="rounded-md bg-info-soft px-3 py-2 text-info-text">
            {note}
          </p>
        )}
        {shownId && <ResultFileSummary key={shownId} id={shownId} onOpenRun={onClose} />}
        <section aria-label={t('Recent result files')} className="grid gap-2">
          <h3 className="font-semibold">{t('Recent result files')}</h3>
          {failure && <RetryNote {...failure} />}
          {files.data?.rows.length === 0 && (
            <p className="text-ink-soft">{t('No result file has been uploaded yet.')}</p>
          )}
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

function FileLine({ file, isShown, onShow }: { file: BankResultFile; isShown: boolean; onShow: () => void }) {
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
          <StatusBadge {...(STATES[state] ?? { label: verbatim(state), tone: 'neutral' })} />
        </span>
        <span className="numeric text-sm">
          {paymentsOfFile(file)}
          {issueCount > 0 && ` · ${attentionText(file)}`}
        </span>
        <span className="text-sm wrap-anywhere text-ink-soft">
          {fileFormat(profileLabel)} · {formatDateTime(uploadedAt)} · {uploadedBy}
        </span>
      </button>
    </li>
  );
}

interface DropZoneProps {
  last: string | undefined;
  isPending: boolean;
  onFile: (profile: string, file: File) => void;
}

/** Accepts a file by button or by drag and drop. */
function DropZone({ last, isPending, onFile }: DropZoneProps) {
  const profiles = useQuery(profilesQuery);
  const offered = profiles.data ?? [];
  const preset =
    offered.find(({ name }) => name === last) ??
    offered.find(({ debitAccount }) => debitAccount !== null) ??
    offered[0];
  return (
    <FileDrop
      label={t('Upload a result file')}
      inputLabel={t('Bank result file')}
      hint={t('Drop the bank’s result file here, or choose it.')}
      accept=".csv,.txt,text/csv,text/plain"
      formats={offered.map(({ name, label }) => ({ name, label: fileFormat(label) }))}
      preset={preset?.name}
      isPending={isPending}
      onFile={onFile}
    />
  );
}

/** Advice for each kind of issue. */
const ADVICE: Readonly<Record<ResultIssueKind, Message>> = {
  unreadable: msg('Check the line in the file and record the payment by hand.'),
  unknown_reference: msg('The payment may belong to another system or to a restored backup.'),
  duplicate: msg('The first line is used. If the bank paid twice, ask the bank to return the second payment.'),
  amount_differs: msg('Ask the bank. Nothing was changed.'),
  account_differs: msg('Ask the bank where the money went before you record anything.'),
  not_sent: msg('The file of this payment was not created here. Find out who sent it to the bank.'),
  no_transaction_id: msg('Record it by hand with its transaction ID.'),
  transaction_id_used: msg('Find the payment that has this ID, and ask the bank for the correct one.'),
  contradiction: msg('Ask the bank. If this file is correct, record the result by hand in the run.'),
};

const Reference = ({ issue: { reference, runId }, onOpenRun }: { issue: ResultIssue; onOpenRun: () => void }) =>
  runId === null ? (
    <span className="font-mono wrap-anywhere">{reference ?? '–'}</span>
  ) : (
    <Link to="/payouts/runs" search={{ run: runId }} onClick={onOpenRun} className="link font-mono">
      {reference ?? t('Open run')}
    </Link>
  );

function Explanation({ issue: { message, messageKey, kind } }: { issue: ResultIssue }) {
  const advice = lookUp<Message>(ADVICE, kind);
  return (
    <span className="block whitespace-normal wrap-anywhere">
      {storedSentenceText(message, messageKey)}
      <span className="block text-xs text-ink-soft">{advice && t(advice)}</span>
    </span>
  );
}

const columnsFor = (onOpenRun: () => void): readonly SmallColumn<ResultIssue>[] => [
  { header: msg('Line'), align: 'end', isMain: true, cell: ({ line }) => formatCount(line) },
  { header: msg('Reference'), cell: (issue) => <Reference issue={issue} onOpenRun={onOpenRun} /> },
  {
    header: msg('Issue'),
    cell: (issue) => (
      <div className="min-w-64 py-2">
        <Explanation issue={issue} />
      </div>
    ),
  },
];

/** The result of a file: progress, payments by status, and the lines that need manual work (BANK-03, BANK-08). */
function ResultFileSummary({ id, onOpenRun }: { id: string; onOpenRun: () => void }) {
  const query = useQuery(resultFileQuery(id));
  const [page, setPage] = useState(1);
  const file = query.data;
  const issues = useQuery({
    ...resultIssuesQuery(id, page, file?.lineCount ?? 0),
    enabled: (file?.issueCount ?? 0) > 0,
    placeholderData: (before) => before,
  });
  const failure = useFailedLoad(query, t('Failed to load the result file'));
  const issuesFailure = useFailedLoad(issues, t('Failed to load the lines'));
  useReloadRuns(file?.state);
  if (failure) return <RetryNote {...failure} />;
  if (!file) return null;
  return (
    <section aria-label={t('Result of the file')} className="grid grid-cols-1 gap-3">
      <h3 className="font-semibold wrap-anywhere">{file.name}</h3>
      {file.state === 'reading' && (
        <ProgressBar label={t('Reading the file')} value={Math.round(file.progress * 100)} max={100} />
      )}
      {file.reason && (
        <p className="rounded-md bg-danger-soft px-3 py-2 text-danger-badge">
          {storedSentenceText(file.reason, file.reasonKey)}
        </p>
      )}
      <p role="status" className="numeric">
        {paymentsOfFile(file)}
      </p>
      {issuesFailure ? (
        <RetryNote {...issuesFailure} />
      ) : (
        file.issueCount > 0 && (
          <>
            <div className="flex flex-wrap items-center gap-3">
              <h4 className="font-medium">{attentionText(file)}</h4>
              <div className="ml-auto flex flex-wrap items-center gap-3">
                {issues.data && (
                  <PageSteps
                    page={page}
                    pageCount={issues.data.pageCount}
                    label={t('Pages of lines')}
                    onPage={setPage}
                  />
                )}
                <ExportMenu
                  label={t('Export lines')}
                  list={{
                    name: 'bank-result-issues',
                    permission: 'lists:export',
                    call: (calls) => tableCall(calls.exportResultIssues, { id }),
                  }}
                  total={file.issueCount}
                  hasPrint={false}
                />
              </div>
            </div>
            <SmallTable
              caption={t('Lines that need your attention')}
              columns={columnsFor(onOpenRun)}
              rows={issues.data?.rows}
              keyOf={({ line }) => String(line)}
              empty={t('No lines need your attention.')}
            />
          </>
        )
      )}
    </section>
  );
}

/** Reloads the runs when the server has processed the file. */
function useReloadRuns(state: string | undefined): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'reading' && state !== 'reading') void invalidateRuns();
    before.current = state;
  }, [state]);
}
