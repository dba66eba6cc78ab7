import type { PayoutMethod } from '@wayside/contract/payouts';
import { orNotAvailable, spacedWords } from '../../lib/format.ts';

export const PAYOUT_METHOD_OPTIONS: readonly { readonly value: PayoutMethod; readonly label: string }[] = [
  { value: 'bank_transfer', label: 'Bank Transfer' },
  { value: 'online', label: 'Online' },
  { value: 'cash', label: 'Cash' },
];

/** "Bank transfer", "UPI", or an imported word. */
export const payoutMethodLabel = (method: string | null): string =>
  method === 'upi' ? 'UPI' : spacedWords(orNotAvailable(method));
