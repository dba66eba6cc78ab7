import { useMutation, useQuery } from '@tanstack/react-query';
import type { JobAction, JobGroup } from '@wayside/contract/jobs';
import { useState } from 'react';
import { t } from '../../languages/text.ts';
import { failureText } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { newKey } from '../../lib/new-key.ts';
import { storedSentenceText } from '../../lib/sentence-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { JobDialog } from './job-dialog.tsx';
import { jobTitle, verbOf } from './job-labels.ts';
import { countQuery, type JobTarget, startJob } from './job-queries.ts';

interface BlockDialogProps {
  target: JobTarget;
  action: JobAction;
  onStarted: () => void;
  onClose: () => void;
}

/** Dialog that counts the people a job would change, starts the job and shows its progress (VIEW-07). */
export function BlockDialog({ target, action, onStarted, onClose }: BlockDialogProps) {
  const { list } = target;
  const counted = useQuery(countQuery(target, action));
  // Each count has its own idempotency key, so that a second click or a repeated request starts no second job.
  const [key, setKey] = useState(newKey);
  const start = useMutation({
    mutationFn: (seenCount: number) => startJob(target, { action, key, seenCount }),
    onSuccess: onStarted,
    // Other rows may match by now.
    onError: () => {
      setKey(newKey());
      void counted.refetch();
    },
  });
  if (start.data) return <JobDialog id={start.data.id} isNew onClose={onClose} />;

  const { data } = counted;
  const done = data?.groups.find(({ result }) => result === 'done')?.count ?? 0;
  const others = data?.groups.filter(({ result }) => result !== 'done') ?? [];
  return (
    <Dialog
      title={`${data ? jobTitle({ list, action }, data.total) : verbOf(action)}?`}
      onClose={() => !start.isPending && onClose()}
      footer={
        <>
          <Button data-first-focus disabled={start.isPending} onClick={() => onClose()}>
            {t('Cancel')}
          </Button>
          <Button
            variant={action === 'block' ? 'danger' : 'primary'}
            pending={start.isPending}
            disabled={!data || done === 0 || counted.isFetching}
            onClick={() => data && start.mutate(data.total)}
          >
            {data ? jobTitle({ list, action }, done) : verbOf(action)}
          </Button>
        </>
      }
    >
      <div className="grid min-h-28 content-start gap-3">
        {start.isError && (
          <FailureText>
            {failureText(start.error, t('The job could not be started. Nothing was changed.'))}
          </FailureText>
        )}
        {counted.isError && (
          <RetryNote
            message={failureText(counted.error, t('Failed to count what would be changed'))}
            pending={counted.isFetching}
            onRetry={() => void counted.refetch()}
          />
        )}
        {counted.isPending && (
          <div role="status" aria-label={t('Counting')} className="grid gap-3">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-5 w-1/2" />
          </div>
        )}
        {data && (
          <>
            <p role="status" className="numeric text-lg font-semibold">
              {action === 'block'
                ? t('{count} of {total} will be blocked.', { count: done, total: data.total })
                : t('{count} of {total} will be unblocked.', { count: done, total: data.total })}
            </p>
            <OtherGroups groups={others} />
            {done > 0 && (
              <p className="text-ink-soft">
                {t('It runs on the server. You can keep working, cancel it, or undo it afterwards.')}
              </p>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

function OtherGroups({ groups }: { groups: readonly JobGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <ul aria-label={t('Unchanged')} className="grid gap-1">
      {groups.map(({ result, reason, reasonKey, count }) => (
        <li key={`${result} ${reason}`} className="flex gap-3">
          <span translate="no" className="numeric min-w-8 text-right font-medium">
            {formatCount(count)}
          </span>
          <span>{reason && storedSentenceText(reason, reasonKey)}</span>
        </li>
      ))}
    </ul>
  );
}
