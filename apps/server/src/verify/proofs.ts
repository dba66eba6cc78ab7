import { activityChain } from './activity-chain.ts';
import { balances } from './balances.ts';
import { earnings } from './earnings.ts';
import { images } from './images.ts';
import { payouts } from './payouts.ts';
import type { Proof } from './proof.ts';
import { tallies } from './tallies.ts';
import { transactionIds } from './transaction-ids.ts';
import { walletSums } from './wallets.ts';

/** All that `npm run verify` proves, in the order of its lines. */
export const proofs: readonly Proof[] = [
  activityChain,
  balances,
  earnings,
  walletSums,
  payouts,
  transactionIds,
  tallies,
  images,
];
