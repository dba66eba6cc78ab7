import { attentionQuery } from './attention-query.ts';
import { queryClient } from './query-client.ts';
import { APPROVAL_KEYS, BALANCE_KEYS, PAYMENT_OUT_KEYS } from './record-keys.ts';

const reloadKinds = (kinds: readonly string[]): Promise<void> =>
  queryClient.refetchQueries({ type: 'active', predicate: ({ queryKey }) => kinds.includes(String(queryKey[0])) });

/** Loads again what is shown of balances and of payments out. */
export const reloadMoney = (): Promise<void> =>
  reloadKinds([...Object.values(PAYMENT_OUT_KEYS), ...Object.values(BALANCE_KEYS), ...attentionQuery.queryKey]);

/** Loads again what is shown of requests to pay, and of the money that they reserve. */
export const reloadApprovals = (): Promise<void> =>
  reloadKinds([
    APPROVAL_KEYS.list,
    APPROVAL_KEYS.one,
    APPROVAL_KEYS.check,
    BALANCE_KEYS.all,
    BALANCE_KEYS.preview,
    ...attentionQuery.queryKey,
  ]);

/** What a payment that waits says where the server has no words of its own. */
export const SENT_FOR_APPROVAL = 'Sent for approval. Somebody else must approve it.';
