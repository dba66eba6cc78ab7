import type { Payment } from '@wayside/contract/payments';
import { capitalised, orNotAvailable, shortId } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { msg } from '../../lib/text.ts';
import { StatusBadge, type Tone } from '../../ui/badge.tsx';

const STATUS_TONES: Readonly<Record<string, Tone>> = {
  paid: 'success',
  pending: 'warning',
  failed: msg('danger'),
  refunded: 'info',
};

export function paymentStatusBadge(status: Payment['status']): { label: string; tone: Tone } {
  const word = orNotAvailable(status);
  const tone = lookUp(STATUS_TONES, word);
  return tone ? { label: capitalised(word), tone } : { label: word, tone: 'neutral' };
}

/** "Online", "UPI", or the word of an external provider. */
export function methodLabel(method: string | null): string {
  return method === 'upi' ? 'UPI' : capitalised(orNotAvailable(method));
}

/** The last 6 characters, in upper case (FMT-03). */
export function shortPaymentId(id: string): string {
  return shortId(id).toUpperCase();
}

/** When it was paid, or created if that is unknown. */
export function paymentTimestamp({ transactedAt, createdAt }: Payment): string | null {
  return transactedAt ?? createdAt;
}

export const PaymentStatus = ({ status }: Pick<Payment, 'status'>) => (
  <StatusBadge {...paymentStatusBadge(status)} />
);
