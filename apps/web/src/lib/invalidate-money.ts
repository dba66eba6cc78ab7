import { queryOptions } from '@tanstack/react-query';
import { getAttention } from '@wayside/contract/dashboard';
import { msg } from '../languages/text.ts';
import { call } from './api.ts';
import { queryClient } from './query-client.ts';
import { APPROVAL_KEYS, BALANCE_KEYS, PAYMENT_KEYS, PAYMENT_OUT_KEYS, REFUND_KEYS } from './record-keys.ts';

/** Query of the work that needs attention, for the dashboard and the sidebar badges (WORK-01, WORK-02). */
export const attentionQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: async ({ signal }) => (await call(getAttention, { signal })).rows,
});

const invalidateKinds = (kinds: readonly string[]): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => kinds.includes(String(queryKey[0])) });

/** Invalidates balances and outgoing payments. */
export const invalidateMoney = (): Promise<void> =>
  invalidateKinds([...Object.values(PAYMENT_OUT_KEYS), ...Object.values(BALANCE_KEYS), ...attentionQuery.queryKey]);

/** Invalidates refunds and disputes, their payments and the balances that they change. */
export const invalidateRefunds = (): Promise<void> =>
  invalidateKinds([
    ...Object.values(REFUND_KEYS),
    ...Object.values(PAYMENT_KEYS),
    ...Object.values(BALANCE_KEYS),
    ...attentionQuery.queryKey,
  ]);

/** Invalidates payment requests and the money that they reserve. */
export const invalidateApprovals = (): Promise<void> =>
  invalidateKinds([
    APPROVAL_KEYS.list,
    APPROVAL_KEYS.one,
    APPROVAL_KEYS.check,
    BALANCE_KEYS.all,
    BALANCE_KEYS.preview,
    ...attentionQuery.queryKey,
  ]);

export const SENT_FOR_APPROVAL = msg('Sent for approval. Another person must approve it.');
