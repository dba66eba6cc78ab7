import { mechanicShare, type Refund, type RefundKind, type RefundState } from '@wayside/contract/refunds';
import { type Message, msg, t } from '../../languages/text.ts';
import { formatDate, formatExactRupees } from '../../lib/format.ts';
import { isOwnRequest, WAITING_FOR_ANOTHER } from '../../lib/own-requests.ts';
import { StatusBadge, type StatusLabel } from '../../ui/badge.tsx';

export const KIND_LABELS: Readonly<Record<RefundKind, Message>> = {
  full: msg('Full refund'),
  part: msg('Partial refund'),
  goodwill: msg('Goodwill refund'),
  dispute: msg('Dispute'),
};

const NAMES: Readonly<Record<RefundKind, Message>> = {
  full: msg('full refund of {amount}'),
  part: msg('partial refund of {amount}'),
  goodwill: msg('goodwill refund of {amount}'),
  dispute: msg('dispute of {amount}'),
};
/** Returns the name of a refund: "full refund of ₹500". */
export const refundName = ({ kind, amountPaise }: Pick<Refund, 'kind' | 'amountPaise'>): string =>
  t(NAMES[kind], { amount: formatExactRupees(amountPaise) });

export const STATE_LABELS: Readonly<Record<RefundState, StatusLabel>> = {
  waiting: { label: msg('Waiting'), tone: 'warning' },
  requested: { label: msg('Requested'), tone: 'info' },
  confirmed: { label: msg('Refunded'), tone: 'success' },
  failed: { label: msg('Failed'), tone: 'danger' },
  cancelled: { label: msg('Cancelled'), tone: 'neutral' },
  rejected: { label: msg('Rejected'), tone: 'neutral' },
  withdrawn: { label: msg('Withdrawn'), tone: 'neutral' },
  expired: { label: msg('Expired'), tone: 'neutral' },
  linked: { label: msg('Linked'), tone: 'neutral' },
  open: { label: msg('Open'), tone: 'warning' },
  lost: { label: msg('Lost'), tone: 'danger' },
  won: { label: msg('Won'), tone: 'success' },
};

export const RefundBadge = ({ state, requestedById }: Pick<Refund, 'state' | 'requestedById'>) => {
  const { label, tone } = STATE_LABELS[state];
  const isForAnother = state === 'waiting' && isOwnRequest(requestedById);
  return <StatusBadge tone={tone} label={isForAnother ? WAITING_FOR_ANOTHER : label} wraps={isForAnother} />;
};

export const isPastDue = (dueAt: string): boolean => Date.parse(dueAt) < Date.now();

/** Returns the due date of an open dispute: "due 20 Nov 2026" or "overdue since 20 Nov 2026" (REFD-03). */
export const dueText = (dueAt: string): string =>
  t(isPastDue(dueAt) ? 'overdue since {date}' : 'due {date}', { date: formatDate(dueAt) });

/**
 * Returns who bears a refund: "Platform", "Mechanic", or "Platform ₹500, mechanic ₹500". A lost dispute is split by
 * the amount that it returned.
 */
export function bearerText(refund: Refund): string {
  const { kind, mechanicPercent, amountPaise, returnedPaise, state, requestedBy } = refund;
  if (kind === 'dispute' && state !== 'lost') return '–';
  if (requestedBy === null) return t('Decided by the marketplace');
  if (mechanicPercent === 0) return t('Platform');
  if (mechanicPercent === 100) return t('Mechanic');
  const totalPaise = state === 'lost' ? returnedPaise : amountPaise;
  const sharePaise = mechanicShare(totalPaise, mechanicPercent);
  return t('Platform {platformShare}, mechanic {mechanicShare}', {
    platformShare: formatExactRupees(totalPaise - sharePaise),
    mechanicShare: formatExactRupees(sharePaise),
  });
}
