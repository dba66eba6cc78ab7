import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';

export const WEBHOOK_KEYS = { list: 'webhooks', one: 'webhook' } as const;

/** Query of all endpoints with their health (HOOK-02). */
export const webhooksQuery = queryOptions({
  queryKey: [WEBHOOK_KEYS.list],
  // Imported on demand, because most screens do not need the contract of webhooks.
  queryFn: async ({ signal }) => call((await import('@wayside/contract/webhooks')).listWebhooks, { signal }),
});
