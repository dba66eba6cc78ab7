import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listRuns } from '@wayside/contract/payment-runs';
import { useId } from 'react';
import { call } from '../../lib/api.ts';
import { formatCount, formatDateTime, formatExactRupees } from '../../lib/format.ts';
import { RUN_KEYS } from '../../lib/record-keys.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { Card } from '../../ui/card.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { runTotal } from '../payment-runs/run-labels.ts';

/** The payment runs that somebody else must approve; hundreds never wait at once (TEAM-06, BANK-01). */
const waitingRunsQuery = queryOptions({
  queryKey: [RUN_KEYS.list, 'waiting'],
  queryFn: ({ signal }) => call(listRuns, { query: { page: 1, limit: 10, state: 'waiting' }, signal }),
});

/** The payment runs that wait for approval, each a link to where it is decided on; nothing while none waits (TEAM-06, BANK-01). */
export function WaitingRuns() {
  const query = useQuery(waitingRunsQuery);
  const failure = useFailedLoad(query, 'Failed to load the payment runs that wait');
  const { data } = query;
  const id = useId();
  if (failure) return <RetryNote {...failure} />;
  if (!data || data.total === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-2 px-5 py-3.5">
        <h2 id={id} className="font-semibold">
          Payment runs{' '}
          <span translate="no" className="numeric text-ink-faint">
            ({formatCount(data.total)})
          </span>
        </h2>
        <ul className="grid gap-1">
          {data.rows.map((run) => (
            <li key={run.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
              <Link to="/payouts/runs" search={{ run: run.id }} className="link numeric font-medium touch:py-3">
                Run {run.number} of {formatExactRupees(runTotal(run))}
              </Link>
              <span className="min-w-0 text-sm wrap-anywhere text-ink-soft">
                {formatCount(run.rowCount)} {run.rowCount === 1 ? 'mechanic' : 'mechanics'} · created by{' '}
                {run.createdBy}, {formatDateTime(run.createdAt)}
              </span>
            </li>
          ))}
        </ul>
        {data.total > data.rows.length && (
          <Link to="/payouts/runs" search={{ state: 'waiting' }} className="link">
            All runs that wait
          </Link>
        )}
      </Card>
    </section>
  );
}
