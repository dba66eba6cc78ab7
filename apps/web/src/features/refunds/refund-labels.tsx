import { mechanicShare, type Refund, type RefundKind, type RefundState } from '@wayside/contract/refunds';
import { formatDate, formatExactRupees } from '../../lib/format.ts';
import { isOwnRequest, WAITING_FOR_ANOTHER } from '../../lib/own-requests.ts';
import { StatusBadge, type StatusLabel } from '../../ui/badge.tsx';

export const KIND_LABELS: Readonly<Record<RefundKind, string>> = {
  full: 'Full refund',
  part: 'Partial refund',
  goodwill: 'Goodwill refund',
  dispute: 'Dispute',
};

export const STATE_LABELS: Readonly<Record<RefundState, StatusLabel>> = {
  waiting: { label: 'Waiting', tone: 'warning' },
  requested: { label: 'Requested', tone: 'info' },
  confirmed: { label: 'Refunded', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  rejected: { label: 'Rejected', tone: 'neutral' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral' },
  linked: { label: 'Linked', tone: 'neutral' },
  open: { label: 'Open', tone: 'warning' },
  lost: { label: 'Lost', tone: 'danger' },
  won: { label: 'Won', tone: 'success' },
};

export const RefundBadge = ({ state, requestedById }: Pick<Refund, 'state' | 'requestedById'>) => {
  const { label, tone } = STATE_LABELS[state];
  const isForAnother = state === 'waiting' && isOwnRequest(requestedById);
  return <StatusBadge tone={tone} label={isForAnother ? WAITING_FOR_ANOTHER : label} wraps={isForAnother} />;
};

/** "due 20 Nov 2026", "overdue since 20 Nov 2026"; of an open dispute (REFD-03). */
export const dueText = (dueAt: string): string =>
  `${Date.parse(dueAt) < Date.now() ? 'overdue since' : 'due'} ${formatDate(dueAt)}`;

/** "Platform", "Mechanic", "Platform ₹500, mechanic ₹500"; the parts of a lost dispute are those of what it returned. */
export function bearerText(refund: Refund): string {
  const { kind, mechanicPercent, amountPaise, returnedPaise, state, requestedBy } = refund;
  if (kind === 'dispute' && state !== 'lost') return '–';
  if (requestedBy === null) return 'As the marketplace decides';
  if (mechanicPercent === 0) return 'Platform';
  if (mechanicPercent === 100) return 'Mechanic';
  const totalPaise = state === 'lost' ? returnedPaise : amountPaise;
  const sharePaise = mechanicShare(totalPaise, mechanicPercent);
  return `Platform ${formatExactRupees(totalPaise - sharePaise)}, mechanic ${formatExactRupees(sharePaise)}`;
}
