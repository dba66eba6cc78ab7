import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listApprovals } from '@wayside/contract/approvals';
import { listRuns } from '@wayside/contract/payment-runs';
import { type ReactNode, useId } from 'react';
import { call } from '../../lib/api.ts';
import { formatCount, formatDateTime, formatExactRupees } from '../../lib/format.ts';
import { APPROVAL_KEYS, RUN_KEYS } from '../../lib/record-keys.ts';
import { useMay } from '../../lib/session.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { Card } from '../../ui/card.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { runTotal } from '../payment-runs/run-labels.ts';
import { personName } from '../people/person-link.tsx';

// Not in the form of a list, whose rows stay where they are when they change elsewhere (LIVE-02).
const toBePaidQuery = queryOptions({
  queryKey: [APPROVAL_KEYS.list, 'to-be-paid'],
  queryFn: async ({ signal }) => {
    const query = { page: 1, limit: 10, state: 'to_be_paid' } as const;
    const { rows: approvals, total } = await call(listApprovals, { query, signal });
    return { approvals, total };
  },
});

const waitingRunsQuery = queryOptions({
  queryKey: [RUN_KEYS.list, 'waiting'],
  queryFn: ({ signal }) => call(listRuns, { query: { page: 1, limit: 10, state: 'waiting' }, signal }),
});

interface OpenPaymentsProps {
  title: string;
  total: number;
  /** The link to all payments, if more than the listed ones exist. */
  all: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

function OpenPayments({ title, total, all, className, children }: OpenPaymentsProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <Card className="grid gap-2 px-5 py-3.5">
        <h2 id={id} className="font-semibold">
          {title}{' '}
          <span translate="no" className="numeric text-ink-faint">
            ({formatCount(total)})
          </span>
        </h2>
        <ul className="grid gap-1">{children}</ul>
        {all}
      </Card>
    </section>
  );
}

const LINE = 'flex flex-wrap items-baseline gap-x-4 gap-y-1';
const LINK = 'link numeric font-medium touch:py-3';
const ABOUT = 'min-w-0 text-sm wrap-anywhere text-ink-soft';

/** Approved payments that are not recorded yet, each with a link to it, for roles that may pay; nothing without any (OWN-08). */
export function ToBePaid({ className }: { className?: string }) {
  const query = useQuery({ ...toBePaidQuery, enabled: useMay()('money:move') });
  const failure = useFailedLoad(query, 'Failed to load the payments to be paid');
  const { data } = query;
  if (failure) return <RetryNote {...failure} />;
  if (!data || data.total === 0) return null;
  return (
    <OpenPayments
      title="To be paid"
      total={data.total}
      className={className}
      all={
        data.total > data.approvals.length && (
          <Link to="/approvals" search={{ state: 'to_be_paid' }} className="link">
            All payments to be paid
          </Link>
        )
      }
    >
      {data.approvals.map(({ id, payeeId, payeeName, payeeKind, amountPaise, approvedBy, lapsesAt }) => (
        <li key={id} className={LINE}>
          <Link to="/approvals" search={{ state: 'to_be_paid', approval: id }} className={LINK}>
            {formatExactRupees(amountPaise)} to{' '}
            {personName({ id: payeeId, name: payeeName }, payeeKind === 'user' ? 'user' : 'mechanic')}
          </Link>
          <span className={ABOUT}>
            approved by {approvedBy}, expires {formatDateTime(lapsesAt)}
          </span>
        </li>
      ))}
    </OpenPayments>
  );
}

/** The payment runs that wait for approval, each with a link to it; nothing while none waits (TEAM-06, BANK-01). */
export function WaitingRuns() {
  const query = useQuery(waitingRunsQuery);
  const failure = useFailedLoad(query, 'Failed to load the payment runs that wait');
  const { data } = query;
  if (failure) return <RetryNote {...failure} />;
  if (!data || data.total === 0) return null;
  return (
    <OpenPayments
      title="Payment runs"
      total={data.total}
      all={
        data.total > data.rows.length && (
          <Link to="/payouts/runs" search={{ state: 'waiting' }} className="link">
            All runs that wait
          </Link>
        )
      }
    >
      {data.rows.map((run) => (
        <li key={run.id} className={LINE}>
          <Link to="/payouts/runs" search={{ run: run.id }} className={LINK}>
            Run {run.number} of {formatExactRupees(runTotal(run))}
          </Link>
          <span className={ABOUT}>
            {formatCount(run.rowCount)} {run.rowCount === 1 ? 'mechanic' : 'mechanics'} · created by {run.createdBy}
            , {formatDateTime(run.createdAt)}
          </span>
        </li>
      ))}
    </OpenPayments>
  );
}
