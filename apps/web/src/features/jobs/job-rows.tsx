import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Job, type JobRow, ROW_RESULTS, type RowResult } from '@wayside/contract/jobs';
import { useState } from 'react';
import { formatCount, NOT_AVAILABLE, shortId } from '../../lib/format.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { Select } from '../../ui/select.tsx';
import { SmallTable } from '../../ui/small-table.tsx';
import { resultLabel } from './job-labels.ts';
import { jobRowsQuery } from './job-queries.ts';

const nameCell = ({ name }: JobRow) => (
  <span className="block max-w-64 truncate">{name?.trim() || NOT_AVAILABLE}</span>
);
const reasonCell = ({ reason }: JobRow) => <span className="block min-w-56 py-1 whitespace-normal">{reason}</span>;

/** The rows of a job with what came of each (VIEW-07). */
export function JobRows({ job }: { job: Job }) {
  const [view, setView] = useState<{ page: number; result: RowResult | null }>({ page: 1, result: null });
  const query = useQuery({
    ...jobRowsQuery(job.id, view, `${job.left} ${job.state}`),
    placeholderData: keepPreviousData,
  });
  const failure = useFailedLoad(query, 'Failed to load the results');
  const page = query.data;
  const last = Math.max(1, page?.pageCount ?? 1);
  return (
    <div className="grid grid-cols-1 gap-2">
      <Select
        aria-label="Result"
        className="w-fit"
        value={view.result ?? ''}
        onChange={(event) =>
          setView({ page: 1, result: ROW_RESULTS.find((each) => each === event.target.value) ?? null })
        }
        options={[
          { value: '', label: 'All results' },
          ...ROW_RESULTS.filter((result) => result !== (job.state === 'running' ? 'not_reached' : 'waiting')).map(
            (value) => ({ value, label: resultLabel(value, job) }),
          ),
        ]}
      />
      {failure && <RetryNote {...failure} />}
      {!failure && (
        <SmallTable
          caption="Results"
          rows={page?.rows}
          keyOf={(row) => row.recordId}
          empty="No row has this result."
          columns={[
            { header: 'Name', cell: nameCell },
            { header: 'ID', cell: (row) => <CopyableId id={row.recordId} shown={shortId(row.recordId)} /> },
            { header: 'Result', cell: (row) => resultLabel(row.result, job) },
            { header: 'Reason', cell: reasonCell },
          ]}
        />
      )}
      {last > 1 && (
        <div className="flex items-center justify-end gap-2">
          <p className="numeric text-sm text-ink-soft">
            page {formatCount(view.page)} of {formatCount(last)}
          </p>
          <Button disabled={view.page <= 1} onClick={() => setView({ ...view, page: view.page - 1 })}>
            Previous
          </Button>
          <Button disabled={view.page >= last} onClick={() => setView({ ...view, page: view.page + 1 })}>
            Next
          </Button>
        </div>
      )}
    </div>
  );
}
