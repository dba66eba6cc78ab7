import { queryClient } from './query-client.ts';

/** Loads again what is shown of balances and of payments out. */
export function reloadMoney(): Promise<unknown> {
  const keys = [
    ...['payments-out', 'payment-out', 'payouts', 'payout-preview', 'payouts-of-mechanic', 'earnings-of-mechanic'],
    ...['ledger', 'statement', 'pending-erasures', 'attention'],
  ];
  return Promise.all(keys.map((key) => queryClient.refetchQueries({ queryKey: [key], type: 'active' })));
}
