import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type Job, type JobRow, ROW_RESULTS, type RowResult } from '@wayside/contract/jobs';
import { useEffect, useRef, useState } from 'react';
import { msg, t } from '../../languages/text.ts';
import { failureText } from '../../lib/api-error.ts';
import { formatCount, formatDateTime, notAvailable, shortId } from '../../lib/format.ts';
import { newKey } from '../../lib/new-key.ts';
import { queryClient } from '../../lib/query-client.ts';
import { storedSentenceText } from '../../lib/sentence-text.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { ExportMenu } from '../../list/export-menu.tsx';
import { tableCall } from '../../list/list-export.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { ProgressBar, Skeleton } from '../../ui/loading.tsx';
import { PageSteps } from '../../ui/pagination.tsx';
import { Select } from '../../ui/select.tsx';
import { SmallTable } from '../../ui/small-table.tsx';
import { jobStateLabel, jobTitle, progressText, resultLabel, undoTitle } from './job-labels.ts';
import { invalidatePeople, jobQuery, jobRowsQuery, jobsQuery, sendCancel, sendUndo } from './job-queries.ts';

const RESULTS = ['done', 'unchanged', 'refused', 'failed'] as const;

interface JobDialogProps {
  id: string;
  /** Whether the job has just started. A new job may end before the first response. */
  isNew?: boolean;
  onClose: () => void;
}

/** Dialog with the progress and results of a job, which the user can cancel or undo (VIEW-07). */
export function JobDialog({ id: first, isNew = false, onClose }: JobDialogProps) {
  // Undoing starts another job, which the dialog then shows.
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
  useReloadPeople(job, isNew);
  const isRunning = job?.state === 'running';
  return (
    <Dialog
      size="steady"
      title={job ? jobTitle(job, job.total) : t('Job')}
      titleExtra={job && <StatusBadge {...jobStateLabel(job.state)} />}
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
              {undoTitle(job)}
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
          <FailureText>{failureText(change.error, t('The action failed. Please try again.'))}</FailureText>
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
        {progressText(job)} {job.reason && storedSentenceText(job.reason, job.reasonKey)}
        {job.isUndone && ` ${t('It was undone.')}`}
      </p>
      <ul aria-label={t('Results in numbers')} className="numeric flex flex-wrap gap-x-4 gap-y-1 text-ink-soft">
        {RESULTS.map((result) => (
          <li key={result}>
            {resultLabel(result, job.action)}:{' '}
            <span className="font-medium text-ink">{formatCount(job[result])}</span>
          </li>
        ))}
        <li>
          {resultLabel(isRunning ? 'waiting' : 'not_reached', job.action)}:{' '}
          <span className="font-medium text-ink">{formatCount(job.left)}</span>
        </li>
      </ul>
    </div>
  );
}

/** Reloads the list behind the dialog when the job has ended. */
function useReloadPeople(job: Job | undefined, isNew: boolean): void {
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
  <span className="block max-w-64 truncate">{name?.trim() || notAvailable()}</span>
);
const reasonCell = ({ reason, reasonKey }: JobRow) => (
  <span className="block min-w-56 py-1 whitespace-normal">{reason && storedSentenceText(reason, reasonKey)}</span>
);

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
            (value) => ({ value, label: resultLabel(value, job.action) }),
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
            { header: msg('Result'), cell: (row) => resultLabel(row.result, job.action) },
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
          empty={t('No bulk actions yet. Select rows of the list to block or unblock them together.')}
          columns={[
            {
              header: msg('Job'),
              cell: (job) => (
                <button
                  type="button"
                  className="link font-medium touch:min-h-11"
                  onClick={() => setOpenJobId(job.id)}
                >
                  {jobTitle(job, job.total)}
                </button>
              ),
            },
            {
              header: msg('State'),
              cell: (job) => <StatusBadge {...jobStateLabel(job.state)} />,
            },
            { header: msg('Done | count'), align: 'end', cell: (job) => formatCount(job.done) },
            { header: msg('Started'), cell: (job) => formatDateTime(job.createdAt) },
            { header: msg('By'), cell: (job) => job.startedBy },
          ]}
        />
      )}
    </Dialog>
  );
}
