import { activityChain } from './activity-chain.ts';
import { images } from './images.ts';
import type { Proof } from './proof.ts';
import { tallies } from './tallies.ts';

/** All that `npm run verify` proves, in the order of its lines. */
export const proofs: readonly Proof[] = [activityChain, tallies, images];
