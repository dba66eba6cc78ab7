import { useSearch } from '@tanstack/react-router';
import type { Approval } from '@wayside/contract/approvals';
import { msg } from '../../languages/text.ts';
import { isOwnServer } from '../../lib/config.ts';
import { formatDateTime, formatExactRupees, initialsOf, orNotAvailable, shortId } from '../../lib/format.ts';
import { exactMoneyColumn, Timestamp } from '../../list/list-columns.tsx';
import {
  type ListCard,
  type ListColumn,
  type ListFilter,
  type ListLabels,
  loadError,
} from '../../list/list-definition.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { approvalsUrl } from '../../list/list-urls.ts';
import { Avatar } from '../../ui/badge.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PersonCell } from '../people/person-cells.tsx';
import { ApprovalBadge, kindText, payeeText } from './approval-labels.tsx';
import { approvals } from './approvals-queries.ts';

const APPROVAL_COLUMNS: readonly ListColumn<Approval>[] = [
  {
    header: msg('Payee'),
    width: '20%',
    lines: 2,
    cell: ({ payeeId, payeeName }) => (
      <PersonCell id={payeeId} name={payeeName} avatar={<Avatar initials={initialsOf(payeeName)} />} />
    ),
  },
  exactMoneyColumn(msg('Amount'), '12%', ({ amountPaise }) => amountPaise),
  {
    header: msg('Payment'),
    width: '19%',
    lines: 2,
    cell: (approval) => (
      <>
        <span className="block truncate">{kindText(approval)}</span>
        {approval.transactionId !== null && (
          <span className="block truncate font-mono text-ink-soft" data-tip={approval.transactionId}>
            {approval.transactionId}
          </span>
        )}
      </>
    ),
  },
  {
    header: msg('Requested by'),
    width: '19%',
    lines: 2,
    cell: ({ requestedBy, requestedAt }) => (
      <>
        <span className="block truncate" data-tip={requestedBy}>
          {requestedBy}
        </span>
        <span className="numeric block truncate text-ink-soft">{formatDateTime(requestedAt)}</span>
      </>
    ),
  },
  {
    header: msg('Expires or ended'),
    width: '16%',
    lines: 2,
    cell: ({ decidedAt, lapsesAt }) => <Timestamp at={decidedAt ?? lapsesAt} />,
  },
  { header: msg('State'), width: '14%', lines: 2, cell: ApprovalBadge },
];

function approvalCard(approval: Approval): ListCard {
  const { payeeId, payeeName, amountPaise, requestedBy, requestedAt } = approval;
  return {
    id: <CopyableId id={payeeId} shown={shortId(payeeId)} />,
    status: <ApprovalBadge {...approval} />,
    person: orNotAvailable(payeeName),
    amount: formatExactRupees(amountPaise),
    more: (
      <>
        <span className="block truncate">{kindText(approval)}</span>
        <span className="block truncate">{requestedBy}</span>
        <span className="numeric block truncate">{formatDateTime(requestedAt)}</span>
      </>
    ),
  };
}

// Loaded lazily with the contract of payment runs, which no other list needs.
const WaitingRefunds = lazyPart(() => import('./to-be-paid.tsx'), 'WaitingRefunds');
const WaitingWriteOffs = lazyPart(() => import('./to-be-paid.tsx'), 'WaitingWriteOffs');
const WaitingRuns = lazyPart(() => import('./to-be-paid.tsx'), 'WaitingRuns');
const NothingWaits = lazyPart(() => import('./to-be-paid.tsx'), 'NothingWaits');
const ToBePaid = lazyPart(() => import('./to-be-paid.tsx'), 'ToBePaid');
const ApprovalDetails = lazyPart(() => import('./approval-details.tsx'), 'ApprovalDetails');

const LABELS: ListLabels = {
  title: msg('Approvals'),
  subtitle: msg('Payments, refunds and write-offs to approve, and approved payments to be paid'),
  heading: msg('Payments'),
  noun: { one: msg('payment'), many: msg('payments') },
  empty: msg('No payments are waiting for approval'),
  noMatch: msg('No payments in this list'),
  error: loadError(
    msg('Error Loading Approvals'),
    msg('Failed to load approvals'),
    msg('Failed to load approvals. Please try again.'),
  ),
};

const STATE_FILTER: ListFilter<'state'> = {
  key: 'state',
  label: msg('Show'),
  all: msg('Waiting'),
  options: [
    { value: 'to_be_paid', label: msg('To be paid') },
    { value: 'decided', label: msg('Paid or ended') },
  ],
};

/**
 * Payments that are pending approval, approved but unpaid, or finished; also pending refunds and write-offs (TEAM-06,
 * OWN-08).
 */
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
          {isOwnServer() && (
            <>
              <WaitingRuns />
              <WaitingRefunds />
              <WaitingWriteOffs />
            </>
          )}
          {state !== 'to_be_paid' && <ToBePaid />}
        </div>
      )}
      emptyAction={isOwnServer() && state === null ? <NothingWaits /> : undefined}
      columns={APPROVAL_COLUMNS}
      card={approvalCard}
      idOf={(row: Approval) => row.id}
      nameOf={payeeText}
      details={(id, row, close) => <ApprovalDetails id={id} row={row} onClose={close} />}
    />
  );
}
