import type { Approval } from '@wayside/contract/approvals';
import { isOwnServer } from '../../lib/config.ts';
import { type ListFilter, type ListLabels, loadError } from '../../list/list-definition.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { APPROVAL_COLUMNS, approvalCard, payeeText } from './approval-columns.tsx';
import { ApprovalLimits } from './approval-limits.tsx';
import { approvalCountsQuery, approvalsQuery } from './approvals-queries.ts';
import { approvalsUrl } from './approvals-url.ts';

// With the contract of payment runs, which no other list needs.
const WaitingRuns = lazyPart(() => import('./waiting-runs.tsx'), 'WaitingRuns');
const ApprovalDetails = lazyPart(() => import('./approval-details.tsx'), 'ApprovalDetails');

const LABELS: ListLabels = {
  title: 'Approvals',
  subtitle: 'Payments that somebody else must approve',
  heading: 'Payments',
  noun: { one: 'payment', many: 'payments' },
  empty: 'Nothing waits for approval',
  noMatch: 'Nothing has been decided yet',
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
  options: [{ value: 'decided', label: 'Decided' }],
};

/** What waits for approval, and what was decided (TEAM-06). */
export function ApprovalsScreen() {
  return (
    <ListScreen
      url={approvalsUrl}
      query={approvalsQuery}
      counted={approvalCountsQuery}
      labels={LABELS}
      filters={[STATE_FILTER]}
      summary={() => (
        <div className="grid gap-4">
          <ApprovalLimits />
          {isOwnServer() && <WaitingRuns />}
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
