import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';

export const WEBHOOK_KEYS = { list: 'webhooks', one: 'webhook' } as const;

/** All endpoints with their health (HOOK-02). */
export const webhooksQuery = queryOptions({
  queryKey: [WEBHOOK_KEYS.list],
  // The contract of webhooks is not part of what every screen loads.
  queryFn: async ({ signal }) => call((await import('@wayside/contract/webhooks')).listWebhooks, { signal }),
});
