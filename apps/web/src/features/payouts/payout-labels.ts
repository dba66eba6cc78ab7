import type { Tone } from '../../ui/badge.tsx';
import type { BalanceStatus } from './payouts-queries.ts';

/** What the badge of a balance says (PAYO-03). */
export const STANDINGS: Readonly<Record<BalanceStatus, { readonly label: string; readonly tone: Tone }>> = {
  available: { label: 'Available for Payout', tone: 'success' },
  negative: { label: 'Negative Balance', tone: 'danger' },
  zero: { label: 'Zero Balance', tone: 'neutral' },
};
