import type { Approval, ApprovalCause, ApprovalState } from '@wayside/contract/approvals';
import type { PayoutMethod } from '@wayside/contract/payouts';
import { type Message, msg, t, verbatim } from '../../languages/text.ts';
import { shortId, toSpacedText } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { isOwnRequest, WAITING_FOR_ANOTHER } from '../../lib/own-requests.ts';
import { StatusBadge, type StatusLabel } from '../../ui/badge.tsx';

const STATES: Readonly<Record<ApprovalState, StatusLabel>> = {
  waiting: { label: msg('Waiting'), tone: 'warning' },
  to_be_paid: { label: msg('To be paid'), tone: 'info' },
  approved: { label: msg('Paid'), tone: 'success' },
  rejected: { label: msg('Rejected'), tone: 'danger' },
  withdrawn: { label: msg('Withdrawn'), tone: 'neutral' },
  cancelled: { label: msg('Cancelled'), tone: 'neutral' },
  lapsed: { label: msg('Expired'), tone: 'neutral' },
};

const CAUSES: Readonly<Record<ApprovalCause, Message>> = {
  limit: msg('Above the limit per payment'),
  day_limit: msg('Above the limit of one person within a day'),
};

const KINDS: Readonly<Record<string, Message>> = { payout: msg('Payout'), loyalty: msg('Loyalty payout') };

/** Lower case, because the text follows a comma. */
const METHODS: Readonly<Record<PayoutMethod, Message>> = {
  bank_transfer: msg('bank transfer'),
  online: msg('online'),
  cash: msg('cash'),
};

export const ApprovalBadge = ({ state, requestedById }: Pick<Approval, 'state' | 'requestedById'>) => {
  const { label, tone } = lookUp(STATES, state) ?? { label: verbatim(toSpacedText(state)), tone: 'neutral' };
  const isForAnother = state === 'waiting' && isOwnRequest(requestedById);
  return <StatusBadge tone={tone} label={isForAnother ? WAITING_FOR_ANOTHER : label} wraps={isForAnother} />;
};

export const causeText = (cause: string): string => t(lookUp(CAUSES, cause) ?? verbatim(toSpacedText(cause)));

/** Returns the kind of a payment with its method: "Payout, bank transfer". */
export function kindText({ kind, method }: Pick<Approval, 'kind' | 'method'>): string {
  const name = t(lookUp(KINDS, kind) ?? verbatim(toSpacedText(kind)));
  return method ? `${name}, ${t(lookUp(METHODS, method) ?? verbatim(method.replaceAll('_', ' ')))}` : name;
}

export function payeeText({ payeeName, payeeKind, payeeId }: Approval): string {
  const id = shortId(payeeId);
  return payeeName?.trim() || (payeeKind === 'user' ? t('customer {id}', { id }) : t('mechanic {id}', { id }));
}
