import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type Approval, type ApprovalSettings, updateApprovalSettings } from '@wayside/contract/approvals';
import { TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { Allowed } from '../../lib/allowed.tsx';
import { approvalSettingsQuery } from '../../lib/approval-settings-query.ts';
import { isOwnServer } from '../../lib/config.ts';
import { formatExactRupees } from '../../lib/format.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { type ListFilter, type ListLabels, loadError } from '../../list/list-definition.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { approvalsUrl } from '../../list/list-urls.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { APPROVAL_COLUMNS, approvalCard, payeeText } from './approval-columns.tsx';
import { approvals } from './approvals-queries.ts';

const LimitsForm = lazyPart(() => import('./limits-form.tsx'), 'LimitsForm');

/** The limits in a sentence. */
function limitsText({ limitPaise, dayLimitPaise }: ApprovalSettings): string {
  const parts = [
    limitPaise !== null && `it is above ${formatExactRupees(limitPaise)}`,
    dayLimitPaise !== null && `it brings one person’s payouts of the day above ${formatExactRupees(dayLimitPaise)}`,
  ].filter(Boolean);
  if (parts.length === 0) return 'Off: no payment needs approval.';
  return `A payment needs approval if ${parts.join(', or if ')}.`;
}

/** When payments need approval; owners change it here (TEAM-06). */
function ApprovalLimits() {
  const query = useQuery(approvalSettingsQuery);
  const failure = useFailedLoad(query, 'Failed to load the limits');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { data } = query;
  const isOn = data !== undefined && (data.limitPaise !== null || data.dayLimitPaise !== null);
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-3 px-5 py-3.5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="grid min-w-0 gap-0.5">
            <h2 id={id} className="font-semibold">
              Approval limits
            </h2>
            {failure && <RetryNote {...failure} />}
            {failure === null && data === undefined && <Skeleton className="h-5 w-72 max-w-full" />}
            {data && <p className="text-sm text-ink-soft">{limitsText(data)}</p>}
          </div>
          {data && (
            <Allowed to={updateApprovalSettings}>
              <Button onClick={() => setOpen(true)}>Change limits</Button>
            </Allowed>
          )}
        </div>
        {isOn && data.otherApprovers === 0 && (
          <p className="flex gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            Nobody else may approve what you request. Add an administrator who may pay.
          </p>
        )}
      </Card>
      {isOpen && data && <LimitsForm settings={data} onClose={() => setOpen(false)} />}
    </section>
  );
}

// With the contract of payment runs, which no other list needs.
const WaitingRuns = lazyPart(() => import('./waiting-runs.tsx'), 'WaitingRuns');
const ToBePaid = lazyPart(() => import('./to-be-paid.tsx'), 'ToBePaid');
const ApprovalDetails = lazyPart(() => import('./approval-details.tsx'), 'ApprovalDetails');

const LABELS: ListLabels = {
  title: 'Approvals',
  subtitle: 'Payments to approve, and approved payments to be paid',
  heading: 'Payments',
  noun: { one: 'payment', many: 'payments' },
  empty: 'No payments are waiting for approval',
  noMatch: 'No payments in this list',
  error: loadError(
    'Error Loading Approvals',
    'Failed to load approvals',
    'Failed to load approvals. Please try again.',
  ),
};

const STATE_FILTER: ListFilter<'state'> = {
  key: 'state',
  label: 'Show',
  all: 'Waiting',
  options: [
    { value: 'to_be_paid', label: 'To be paid' },
    { value: 'decided', label: 'Paid or ended' },
  ],
};

/** What waits for approval, what is to be paid, and what has ended (TEAM-06, OWN-08). */
export function ApprovalsScreen() {
  const { state } = approvalsUrl.view(useSearch({ strict: false }));
  return (
    <ListScreen
      url={approvalsUrl}
      query={approvals.query}
      counted={approvals.counted}
      labels={LABELS}
      filters={[STATE_FILTER]}
      summary={() => (
        <div className="grid gap-4">
          <ApprovalLimits />
          {isOwnServer() && <WaitingRuns />}
          {state !== 'to_be_paid' && <ToBePaid />}
        </div>
      )}
      columns={APPROVAL_COLUMNS}
      card={approvalCard}
      idOf={(row: Approval) => row.id}
      nameOf={payeeText}
      details={(id, row, close) => <ApprovalDetails id={id} row={row} onClose={close} />}
    />
  );
}
