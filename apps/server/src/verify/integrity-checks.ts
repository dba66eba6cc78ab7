import { activityChain } from './activity-chain.ts';
import { balances } from './balances.ts';
import { counters } from './counters.ts';
import { earnings } from './earnings.ts';
import { images } from './images.ts';
import type { IntegrityCheck } from './integrity-check.ts';
import { payouts } from './payouts.ts';
import { transactionIds } from './transaction-ids.ts';
import { walletSums } from './wallets.ts';

/** All that `npm run verify` proves, in the order of its lines. */
export const integrityChecks: readonly IntegrityCheck[] = [
  activityChain,
  balances,
  earnings,
  walletSums,
  payouts,
  transactionIds,
  counters,
  images,
];
