import { useMutation, useQuery } from '@tanstack/react-query';
import type { Job } from '@wayside/contract/jobs';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { newKey } from '../../lib/new-key.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { ExportMenu } from '../../list/export-menu.tsx';
import { tableCall } from '../../list/list-export.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { ProgressBar, Skeleton } from '../../ui/loading.tsx';
import { countOf, JOB_STATE_LABELS, jobTitle, resultLabel } from './job-labels.ts';
import { invalidatePeople, jobQuery, sendCancel, sendUndo } from './job-queries.ts';
import { JobRows } from './job-rows.tsx';

const RESULTS = ['done', 'unchanged', 'refused', 'failed'] as const;

interface JobDialogProps {
  id: string;
  /** Whether it was started a moment ago: it may have ended before it is read. */
  isNew?: boolean;
  onClose: () => void;
}

/** A job: its progress, its results, and the ways to cancel it and to take it back (VIEW-07). */
export function JobDialog({ id: first, isNew = false, onClose }: JobDialogProps) {
  // The job that takes it back takes its place.
  const [id, setId] = useState(first);
  const query = useQuery(jobQuery(id));
  const failure = useFailedLoad(query, 'Failed to load the job');
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
      title={job ? jobTitle(job) : 'Job'}
      titleExtra={
        job && <StatusBadge {...(JOB_STATE_LABELS[job.state] ?? { label: job.state, tone: 'neutral' })} />
      }
      onClose={onClose}
      footer={
        <>
          {isRunning && (
            <Button pending={change.isPending} onClick={() => change.mutate('cancel')}>
              Cancel the job
            </Button>
          )}
          {job && !isRunning && job.done > 0 && job.undoOf === null && !job.isUndone && (
            <Button pending={change.isPending} onClick={() => change.mutate('undo')}>
              {job.action === 'block' ? 'Unblock' : 'Block'} these {countOf(job.list, job.done)}
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {change.isError && (
          <FailureText>{failureText(change.error, 'This did not work. Please try again.')}</FailureText>
        )}
        {failure && <RetryNote {...failure} />}
        {query.isPending && <Skeleton className="h-24" />}
        {job && (
          <>
            <JobProgress job={job} />
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold">Results</h3>
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
      <ProgressBar label="Progress" value={reached} max={job.total} />
      <p role="status" className="numeric">
        {isRunning
          ? `${formatCount(reached)} of ${countOf(job.list, job.total)}…`
          : `${formatCount(job.done)} of ${countOf(job.list, job.total)} ${resultLabel('done', job).toLowerCase()}.`}{' '}
        {job.reason}
        {job.isUndone && ' It is taken back.'}
      </p>
      <ul aria-label="Results in numbers" className="numeric flex flex-wrap gap-x-4 gap-y-1 text-ink-soft">
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

/** Reads the list behind the dialog again when the job has ended. */
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
