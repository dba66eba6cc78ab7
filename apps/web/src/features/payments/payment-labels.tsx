import type { Payment } from '@wayside/contract/payments';
import { type Message, msg, t, verbatim } from '../../languages/text.ts';
import { capitalise, orNotAvailable, shortId } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { StatusBadge, type StatusLabel } from '../../ui/badge.tsx';

export const PAYMENT_STATUS_LABELS: Readonly<Record<string, StatusLabel>> = {
  paid: { label: msg('Paid'), tone: 'success' },
  pending: { label: msg('Pending'), tone: 'warning' },
  failed: { label: msg('Failed'), tone: 'danger' },
  refunded: { label: msg('Refunded'), tone: 'info' },
};

export const PAYMENT_METHOD_LABELS: Readonly<Record<string, Message>> = {
  online: msg('Online'),
  cash: msg('Cash'),
  card: msg('Card'),
  upi: msg('UPI'),
};

/** The purpose of a payment, by the marketplace's word for it. */
const TYPE_LABELS: Readonly<Record<string, Message>> = {
  advance: msg('advance | payment'),
  balance: msg('balance | payment'),
  full: msg('full | payment'),
  'full payment': msg('full payment'),
};

export const typeLabel = (type: string | null): string =>
  t(lookUp(TYPE_LABELS, type ?? '') ?? verbatim(orNotAvailable(type)));

export function paymentStatusBadge(status: Payment['status']): StatusLabel {
  const statusText = orNotAvailable(status);
  return lookUp(PAYMENT_STATUS_LABELS, statusText) ?? { label: verbatim(statusText), tone: 'neutral' };
}

/** Returns "Online", "UPI", or an external provider's own value. */
export function methodLabel(method: string | null): string {
  const label = lookUp(PAYMENT_METHOD_LABELS, method ?? '');
  return label === undefined ? capitalise(orNotAvailable(method)) : t(label);
}

/** Returns the last 6 characters in upper case (FMT-03). */
export function shortPaymentId(id: string): string {
  return shortId(id).toUpperCase();
}

/** Returns when the payment was made, or when it was created if that is unknown. */
export function paymentTimestamp({ transactedAt, createdAt }: Payment): string | null {
  return transactedAt ?? createdAt;
}

export const PaymentStatus = ({ status }: Pick<Payment, 'status'>) => (
  <StatusBadge {...paymentStatusBadge(status)} />
);
