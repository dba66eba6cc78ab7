import type { PayoutMethod } from '@wayside/contract/payouts';
import { type Message, msg, t } from '../../languages/text.ts';
import { orNotAvailable, toSpacedText } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { PAYMENT_METHOD_LABELS } from '../payments/payment-labels.tsx';

export const PAYOUT_METHOD_OPTIONS: readonly { readonly value: PayoutMethod; readonly label: Message }[] = [
  { value: 'bank_transfer', label: msg('Bank Transfer') },
  { value: 'online', label: msg('Online') },
  { value: 'cash', label: msg('Cash') },
];

const METHOD_LABELS = { ...PAYMENT_METHOD_LABELS, bank_transfer: msg('Bank transfer') };

/** Returns "Bank transfer", "UPI", or the imported value. */
export function payoutMethodLabel(method: string | null): string {
  const label = lookUp(METHOD_LABELS, method ?? '');
  return label === undefined ? toSpacedText(orNotAvailable(method)) : t(label);
}
