import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listApprovals } from '@wayside/contract/approvals';
import { useId } from 'react';
import { call } from '../../lib/api.ts';
import { formatCount, formatDateTime, formatExactRupees } from '../../lib/format.ts';
import { APPROVAL_KEYS } from '../../lib/record-keys.ts';
import { useMay } from '../../lib/session.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { Card } from '../../ui/card.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { personName } from '../people/person-name.ts';

// Not in the form of a list, whose rows stay where they are when they change elsewhere (LIVE-02).
const toBePaidQuery = queryOptions({
  queryKey: [APPROVAL_KEYS.list, 'to-be-paid'],
  queryFn: async ({ signal }) => {
    const query = { page: 1, limit: 10, state: 'to_be_paid' } as const;
    const { rows: approvals, total } = await call(listApprovals, { query, signal });
    return { approvals, total };
  },
});

/**
 * The approved payments that nobody has recorded yet, each a link to where it is recorded; nothing while there is none, and for a role that
 * may not pay (OWN-08).
 */
export function ToBePaid({ className }: { className?: string }) {
  const query = useQuery({ ...toBePaidQuery, enabled: useMay()('money:move') });
  const failure = useFailedLoad(query, 'Failed to load the payments to be paid');
  const { data } = query;
  const id = useId();
  if (failure) return <RetryNote {...failure} />;
  if (!data || data.total === 0) return null;
  return (
    <section aria-labelledby={id} className={className}>
      <Card className="grid gap-2 px-5 py-3.5">
        <h2 id={id} className="font-semibold">
          To be paid{' '}
          <span translate="no" className="numeric text-ink-faint">
            ({formatCount(data.total)})
          </span>
        </h2>
        <ul className="grid gap-1">
          {data.approvals.map(
            ({ id: approval, payeeId, payeeName, payeeKind, amountPaise, approvedBy, lapsesAt }) => (
              <li key={approval} className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
                <Link
                  to="/approvals"
                  search={{ state: 'to_be_paid', approval }}
                  className="link numeric font-medium touch:py-3"
                >
                  {formatExactRupees(amountPaise)} to{' '}
                  {personName({ id: payeeId, name: payeeName }, payeeKind === 'user' ? 'user' : 'mechanic')}
                </Link>
                <span className="min-w-0 text-sm wrap-anywhere text-ink-soft">
                  approved by {approvedBy}, expires {formatDateTime(lapsesAt)}
                </span>
              </li>
            ),
          )}
        </ul>
        {data.total > data.approvals.length && (
          <Link to="/approvals" search={{ state: 'to_be_paid' }} className="link">
            All payments to be paid
          </Link>
        )}
      </Card>
    </section>
  );
}
