import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { SmallTable } from '../../ui/small-table.tsx';
import { JOB_STATE_LABELS, JobDialog, jobTitle } from './job-dialog.tsx';
import { jobsQuery } from './job-queries.ts';

/** The latest jobs of everybody, each with the way to its results (VIEW-07). */
export function JobsDialog({ onClose }: { onClose: () => void }) {
  const [openJobId, setOpenJobId] = useState<string | null>(null);
  const query = useQuery(jobsQuery);
  const failure = useFailedLoad(query, 'Failed to load the jobs');
  if (openJobId !== null) return <JobDialog id={openJobId} onClose={onClose} />;
  return (
    <Dialog
      size="steady"
      title="Jobs"
      description="What was done to many at once. Results are kept for 90 days."
      onClose={onClose}
    >
      {failure ? (
        <RetryNote {...failure} />
      ) : (
        <SmallTable
          caption="Jobs"
          rows={query.data?.rows}
          keyOf={(job) => job.id}
          empty="No job yet. Mark rows of the list to block or unblock them at once."
          columns={[
            {
              header: 'Job',
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
              header: 'State',
              cell: (job) => (
                <StatusBadge {...(JOB_STATE_LABELS[job.state] ?? { label: job.state, tone: 'neutral' })} />
              ),
            },
            { header: 'Done', align: 'end', cell: (job) => formatCount(job.done) },
            { header: 'Started', cell: (job) => formatDateTime(job.createdAt) },
            { header: 'By', cell: (job) => job.startedBy },
          ]}
        />
      )}
    </Dialog>
  );
}
