import type { Tone } from '../../ui/badge.tsx';
import type { Standing } from './payouts-queries.ts';

/** What the badge of a balance says (PAYO-03). */
export const STANDINGS: Readonly<Record<Standing, { readonly label: string; readonly tone: Tone }>> = {
  available: { label: 'Available for Payout', tone: 'success' },
  negative: { label: 'Negative Balance', tone: 'danger' },
  zero: { label: 'Zero Balance', tone: 'neutral' },
};
