import type { PayoutMethod } from '@wayside/contract/payouts';
import { orNotAvailable, spacedWords } from '../../lib/format.ts';
import { type Message, msg } from '../../lib/text.ts';

export const PAYOUT_METHOD_OPTIONS: readonly { readonly value: PayoutMethod; readonly label: Message }[] = [
  { value: 'bank_transfer', label: msg('Bank Transfer') },
  { value: 'online', label: msg('Online') },
  { value: 'cash', label: msg('Cash') },
];

/** "Bank transfer", "UPI", or an imported word. */
export const payoutMethodLabel = (method: string | null): string =>
  method === 'upi' ? 'UPI' : spacedWords(orNotAvailable(method));
