import { queryOptions } from '@tanstack/react-query';
import { listWebhooks } from '@wayside/contract/webhooks';
import { call } from './api.ts';

/** The first elements of the query keys of endpoints. */
export const WEBHOOK_KEYS = { list: 'webhooks', one: 'webhook' } as const;

/** All endpoints with their health (HOOK-02). */
export const webhooksQuery = queryOptions({
  queryKey: [WEBHOOK_KEYS.list],
  queryFn: ({ signal }) => call(listWebhooks, { signal }),
});
