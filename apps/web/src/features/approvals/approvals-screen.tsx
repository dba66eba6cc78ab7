import { Link, useSearch } from '@tanstack/react-router';
import type { Approval } from '@wayside/contract/approvals';
import { isOwnServer } from '../../lib/config.ts';
import { type ListFilter, type ListLabels, loadError } from '../../list/list-definition.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { approvalsUrl } from '../../list/list-urls.ts';
import { buttonLook } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { APPROVAL_COLUMNS, approvalCard, payeeText } from './approval-columns.tsx';
import { approvals } from './approvals-queries.ts';

// With the contract of payment runs, which no other list needs.
const WaitingRuns = lazyPart(() => import('./to-be-paid.tsx'), 'WaitingRuns');
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
        <div className="grid gap-4 empty:hidden">
          {isOwnServer() && <WaitingRuns />}
          {state !== 'to_be_paid' && <ToBePaid />}
        </div>
      )}
      emptyAction={
        <Link to="/settings" className={buttonLook()}>
          Set approval limits
        </Link>
      }
      columns={APPROVAL_COLUMNS}
      card={approvalCard}
      idOf={(row: Approval) => row.id}
      nameOf={payeeText}
      details={(id, row, close) => <ApprovalDetails id={id} row={row} onClose={close} />}
    />
  );
}
