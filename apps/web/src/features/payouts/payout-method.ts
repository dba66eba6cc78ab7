import type { PayoutMethod } from '@wayside/contract/payouts';
import { orNotAvailable, spacedWords } from '../../lib/format.ts';

/** The methods of a payout, as a dialog offers them (PAYO-05). */
export const PAYOUT_METHOD_OPTIONS: readonly { readonly value: PayoutMethod; readonly label: string }[] = [
  { value: 'bank_transfer', label: 'Bank Transfer' },
  { value: 'online', label: 'Online' },
  { value: 'cash', label: 'Cash' },
];

/** "Bank transfer", "UPI", or the word of an import. */
export const payoutMethodLabel = (method: string | null): string =>
  method === 'upi' ? 'UPI' : spacedWords(orNotAvailable(method));
