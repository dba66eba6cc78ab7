import { queryOptions } from '@tanstack/react-query';
import { getAttention } from '@wayside/contract/dashboard';
import { call } from './api.ts';

/** What needs somebody now, for the dashboard and the badges of the sidebar (WORK-01, WORK-02). */
export const attentionQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: async ({ signal }) => (await call(getAttention, { signal })).rows,
});
