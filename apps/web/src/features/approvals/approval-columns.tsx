import type { Approval, ApprovalCause, ApprovalState } from '@wayside/contract/approvals';
import {
  formatDateTime,
  formatExactRupees,
  initialsOf,
  orNotAvailable,
  shortId,
  spacedWords,
} from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { ledgerColumn, Timestamp } from '../../list/list-columns.tsx';
import type { ListCard, ListColumn } from '../../list/list-definition.ts';
import { Avatar, StatusBadge, type StatusLabel } from '../../ui/badge.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { PersonCell } from '../people/person-cells.tsx';

const STATES: Readonly<Record<ApprovalState, StatusLabel>> = {
  waiting: { label: 'Waiting', tone: 'warning' },
  to_be_paid: { label: 'To be paid', tone: 'info' },
  approved: { label: 'Paid', tone: 'success' },
  rejected: { label: 'Rejected', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  lapsed: { label: 'Expired', tone: 'neutral' },
};

const CAUSES: Readonly<Record<ApprovalCause, string>> = {
  limit: 'Above the limit per payment',
  day_limit: 'Above the limit of one person within a day',
};

const KINDS: Readonly<Record<string, string>> = { payout: 'Payout', loyalty: 'Loyalty payout' };

/** The badge of a request's state. */
export const ApprovalBadge = ({ state }: Pick<Approval, 'state'>) => (
  <StatusBadge {...(lookUp(STATES, state) ?? { label: spacedWords(state), tone: 'neutral' })} />
);

/** Why it waits. */
export const causeText = (cause: string): string => lookUp(CAUSES, cause) ?? spacedWords(cause);

/** "Payout", with its method: "Payout, bank transfer". */
export function kindText({ kind, method }: Pick<Approval, 'kind' | 'method'>): string {
  const name = KINDS[kind] ?? spacedWords(kind);
  return method ? `${name}, ${method.replaceAll('_', ' ')}` : name;
}

/** The payee's name, else their kind and id. */
export const payeeText = ({ payeeName, payeeKind, payeeId }: Approval): string =>
  payeeName?.trim() || `${payeeKind === 'user' ? 'customer' : 'mechanic'} ${shortId(payeeId)}`;

/** The columns of the approvals (TEAM-06). */
export const APPROVAL_COLUMNS: readonly ListColumn<Approval>[] = [
  {
    header: 'Payee',
    width: '20%',
    lines: 2,
    cell: ({ payeeId, payeeName }) => (
      <PersonCell id={payeeId} name={payeeName} avatar={<Avatar initials={initialsOf(payeeName)} />} />
    ),
  },
  ledgerColumn('Amount', '12%', ({ amountPaise }) => amountPaise),
  {
    header: 'Payment',
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
    header: 'Requested by',
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
    header: 'Expires or ended',
    width: '16%',
    lines: 2,
    cell: ({ decidedAt, lapsesAt }) => <Timestamp at={decidedAt ?? lapsesAt} />,
  },
  { header: 'State', width: '14%', cell: ({ state }) => <ApprovalBadge state={state} /> },
];

/** The card of a request on a phone. */
export function approvalCard(approval: Approval): ListCard {
  const { payeeId, payeeName, amountPaise, state, requestedBy, requestedAt } = approval;
  return {
    id: <CopyableId id={payeeId} shown={shortId(payeeId)} />,
    status: <ApprovalBadge state={state} />,
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
