import type { Payment } from '@wayside/contract/payments';
import { capitalised, orNotAvailable, shortId } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import type { Tone } from '../../ui/badge.tsx';

const STATUS_TONES: Readonly<Record<string, Tone>> = {
  paid: 'success',
  pending: 'warning',
  failed: 'danger',
  refunded: 'info',
};

/** A payment's status as its badge; one that we don't know as it is. */
export function paymentStatusBadge(status: Payment['status']): { label: string; tone: Tone } {
  const word = orNotAvailable(status);
  const tone = lookUp(STATUS_TONES, word);
  return tone ? { label: capitalised(word), tone } : { label: word, tone: 'neutral' };
}

/** "Online", "UPI", or what another provider calls it. */
export function methodLabel(method: string | null): string {
  return method === 'upi' ? 'UPI' : capitalised(orNotAvailable(method));
}

/** The last 6 characters of its id, upper-case (FMT-03). */
export function shortPaymentId(id: string): string {
  return shortId(id).toUpperCase();
}

/** When it was paid, else when it was made. */
export function paymentTimestamp({ transactedAt, createdAt }: Payment): string | null {
  return transactedAt ?? createdAt;
}
