import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type Job, type JobList, type JobRow, ROW_RESULTS, type RowResult } from '@wayside/contract/jobs';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { formatCount, formatDateTime, NOT_AVAILABLE, shortId } from '../../lib/format.ts';
import { newKey } from '../../lib/new-key.ts';
import { queryClient } from '../../lib/query-client.ts';
import { msg, t } from '../../lib/text.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { ExportMenu } from '../../list/export-menu.tsx';
import { tableCall } from '../../list/list-export.ts';
import { StatusBadge, type StatusLabel } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { ProgressBar, Skeleton } from '../../ui/loading.tsx';
import { PageSteps } from '../../ui/pagination.tsx';
import { Select } from '../../ui/select.tsx';
import { SmallTable } from '../../ui/small-table.tsx';
import { invalidatePeople, jobQuery, jobRowsQuery, jobsQuery, sendCancel, sendUndo } from './job-queries.ts';

const RESULTS = ['done', 'unchanged', 'refused', 'failed'] as const;

interface JobDialogProps {
  id: string;
  /** Whether it has just started: it may end before the first response. */
  isNew?: boolean;
  onClose: () => void;
}

/** Progress and results of a job; cancels or undoes it (VIEW-07). */
export function JobDialog({ id: first, isNew = false, onClose }: JobDialogProps) {
  // The undo is a job of its own, which is shown instead.
  const [id, setId] = useState(first);
  const query = useQuery(jobQuery(id));
  const failure = useFailedLoad(query, t('Failed to load the job'));
  const job = query.data;
  const [undoKey] = useState(newKey);
  const change = useMutation({
    mutationFn: (act: 'cancel' | 'undo') => (act === 'cancel' ? sendCancel(id) : sendUndo(id, `${undoKey} ${id}`)),
    onSuccess: (changed) => {
      queryClient.setQueryData(jobQuery(changed.id).queryKey, changed);
      setId(changed.id);
    },
    onError: () => query.refetch(),
  });
  useReloadedPeople(job, isNew);
  const isRunning = job?.state === 'running';
  return (
    <Dialog
      size="steady"
      title={job ? jobTitle(job) : t('Job')}
      titleExtra={
        job && <StatusBadge {...(JOB_STATE_LABELS[job.state] ?? { label: job.state, tone: 'neutral' })} />
      }
      onClose={onClose}
      footer={
        <>
          {isRunning && (
            <Button pending={change.isPending} onClick={() => change.mutate('cancel')}>
              {t('Cancel the job')}
            </Button>
          )}
          {job && !isRunning && job.done > 0 && job.undoOf === null && !job.isUndone && (
            <Button pending={change.isPending} onClick={() => change.mutate('undo')}>
              {job.action === 'block' ? t('Unblock') : t('Block')}{' '}
              {t('these {list}', { list: countOf(job.list, job.done) })}
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {change.isError && (
          <FailureText>{failureText(change.error, t('This did not work. Please try again.'))}</FailureText>
        )}
        {failure && <RetryNote {...failure} />}
        {query.isPending && <Skeleton className="h-24" />}
        {job && (
          <>
            <JobProgress job={job} />
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold">{t('Results')}</h3>
              <ExportMenu
                list={{
                  name: 'job',
                  permission: 'people:block',
                  call: (calls) => tableCall(calls.exportJobRows, { jobId: job.id }),
                }}
                total={job.total}
                hasPrint={false}
              />
            </div>
            <JobRows key={job.id} job={job} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function JobProgress({ job }: { job: Job }) {
  const reached = job.total - job.left;
  const isRunning = job.state === 'running';
  return (
    <div className="grid gap-2">
      <ProgressBar label={t('Progress')} value={reached} max={job.total} />
      <p role="status" className="numeric">
        {isRunning
          ? t('{reached} of {list}…', { reached: formatCount(reached), list: countOf(job.list, job.total) })
          : `${formatCount(job.done)} of ${countOf(job.list, job.total)} ${resultLabel('done', job).toLowerCase()}.`}{' '}
        {job.reason}
        {job.isUndone && ' It is taken back.'}
      </p>
      <ul aria-label={t('Results in numbers')} className="numeric flex flex-wrap gap-x-4 gap-y-1 text-ink-soft">
        {RESULTS.map((result) => (
          <li key={result}>
            {resultLabel(result, job)}: <span className="font-medium text-ink">{formatCount(job[result])}</span>
          </li>
        ))}
        <li>
          {resultLabel(isRunning ? 'waiting' : 'not_reached', job)}:{' '}
          <span className="font-medium text-ink">{formatCount(job.left)}</span>
        </li>
      </ul>
    </div>
  );
}

/** Reloads the list behind the dialog when the job has ended. */
function useReloadedPeople(job: Job | undefined, isNew: boolean): void {
  const wasRunning = useRef(isNew);
  const isRunning = job?.state === 'running';
  const list = job?.list;
  useEffect(() => {
    if (!list) return;
    if (wasRunning.current && !isRunning) invalidatePeople(list);
    wasRunning.current = isRunning;
  }, [isRunning, list]);
}

const nameCell = ({ name }: JobRow) => (
  <span className="block max-w-64 truncate">{name?.trim() || NOT_AVAILABLE}</span>
);
const reasonCell = ({ reason }: JobRow) => <span className="block min-w-56 py-1 whitespace-normal">{reason}</span>;

/** The rows of a job with their results (VIEW-07). */
function JobRows({ job }: { job: Job }) {
  const [view, setView] = useState<{ page: number; result: RowResult | null }>({ page: 1, result: null });
  const query = useQuery({
    ...jobRowsQuery(job.id, view, `${job.left} ${job.state}`),
    placeholderData: keepPreviousData,
  });
  const failure = useFailedLoad(query, t('Failed to load the results'));
  const page = query.data;
  return (
    <div className="grid grid-cols-1 gap-2">
      <Select
        aria-label={t('Result')}
        className="w-fit"
        value={view.result ?? ''}
        onChange={(event) =>
          setView({ page: 1, result: ROW_RESULTS.find((each) => each === event.target.value) ?? null })
        }
        options={[
          { value: '', label: t('All results') },
          ...ROW_RESULTS.filter((result) => result !== (job.state === 'running' ? 'not_reached' : 'waiting')).map(
            (value) => ({ value, label: resultLabel(value, job) }),
          ),
        ]}
      />
      {failure && <RetryNote {...failure} />}
      {!failure && (
        <SmallTable
          caption={t('Results')}
          rows={page?.rows}
          keyOf={(row) => row.recordId}
          empty={t('No row has this result.')}
          columns={[
            { header: msg('Name'), cell: nameCell },
            { header: msg('ID'), cell: (row) => <CopyableId id={row.recordId} shown={shortId(row.recordId)} /> },
            { header: msg('Result'), cell: (row) => resultLabel(row.result, job) },
            { header: msg('Reason'), cell: reasonCell },
          ]}
        />
      )}
      <PageSteps
        page={view.page}
        pageCount={page?.pageCount ?? 1}
        label={t('Pages of results')}
        onPage={(next) => setView({ ...view, page: next })}
      />
    </div>
  );
}

type Count = Pick<Job, 'list' | 'action'>;

const NOUNS: Readonly<Record<JobList, readonly [one: string, many: string]>> = {
  users: ['user', 'users'],
  mechanics: ['mechanic', 'mechanics'],
};

/** "1 user", "418 mechanics". */
export const countOf = (list: string, count: number): string => {
  const [one, many] = NOUNS[list === 'mechanics' ? 'mechanics' : 'users'];
  return `${formatCount(count)} ${count === 1 ? one : many}`;
};

/** "Block", "Unblock". */
export const verbOf = ({ action }: Pick<Count, 'action'>): string =>
  action === 'block' ? t('Block') : t('Unblock');

export const jobTitle = (job: Count & { readonly total: number }): string =>
  `${verbOf(job)} ${countOf(job.list, job.total)}`;

const JOB_STATE_LABELS: Readonly<Record<string, StatusLabel>> = {
  running: { label: msg('Running'), tone: 'info' },
  finished: { label: msg('Finished'), tone: 'success' },
  cancelled: { label: msg('Cancelled'), tone: 'neutral' },
  stopped: { label: msg('Stopped'), tone: 'warning' },
};

/** The label of a row result: "Blocked", "Left as it was". */
const resultLabel = (result: string, { action }: Pick<Count, 'action'>): string => {
  const labels: Readonly<Record<RowResult, string>> = {
    done: action === 'block' ? t('Blocked') : t('Unblocked'),
    unchanged: t('Left as it was'),
    refused: t('Refused'),
    failed: t('Failed'),
    waiting: t('Waiting'),
    not_reached: t('Not reached'),
  };
  return labels[result as RowResult] ?? result;
};

/** The latest jobs of all users, each with a link to its results (VIEW-07). */
export function JobsDialog({ onClose }: { onClose: () => void }) {
  const [openJobId, setOpenJobId] = useState<string | null>(null);
  const query = useQuery(jobsQuery);
  const failure = useFailedLoad(query, t('Failed to load the jobs'));
  if (openJobId !== null) return <JobDialog id={openJobId} onClose={onClose} />;
  return (
    <Dialog
      size="steady"
      title={t('Jobs')}
      description={t('Bulk actions and their results of the last 90 days.')}
      onClose={onClose}
    >
      {failure ? (
        <RetryNote {...failure} />
      ) : (
        <SmallTable
          caption={t('Jobs')}
          rows={query.data?.rows}
          keyOf={(job) => job.id}
          empty={t('No job yet. Mark rows of the list to block or unblock them at once.')}
          columns={[
            {
              header: msg('Job'),
              cell: (job) => (
                <button
                  type="button"
                  className="link font-medium touch:min-h-11"
                  onClick={() => setOpenJobId(job.id)}
                >
                  {jobTitle(job)}
                </button>
              ),
            },
            {
              header: msg('State'),
              cell: (job) => (
                <StatusBadge {...(JOB_STATE_LABELS[job.state] ?? { label: job.state, tone: 'neutral' })} />
              ),
            },
            { header: msg('Done'), align: 'end', cell: (job) => formatCount(job.done) },
            { header: msg('Started'), cell: (job) => formatDateTime(job.createdAt) },
            { header: msg('By'), cell: (job) => job.startedBy },
          ]}
        />
      )}
    </Dialog>
  );
}
