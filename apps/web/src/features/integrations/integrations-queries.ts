import { queryOptions } from '@tanstack/react-query';
import { listServiceKeys, type ServiceKeyScope } from '@wayside/contract/service-keys';
import { type DELIVERY_STATES, listDeliveries, updateWebhook } from '@wayside/contract/webhooks';
import { type Message, msg, t, verbatim } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import type { InputOf } from '../../lib/changed-fields.ts';
import { capitalise } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { type LoadCause, loadForScreen } from '../../lib/query-client.ts';
import { WEBHOOK_KEYS, webhooksQuery } from '../../lib/webhooks-query.ts';

export const SERVICE_KEY_KEYS = { list: 'service-keys', one: 'service-key' } as const;

export const serviceKeysQuery = queryOptions({
  queryKey: [SERVICE_KEY_KEYS.list],
  queryFn: ({ signal }) => call(listServiceKeys, { signal }),
});

const SCOPE_LABELS: Readonly<Record<ServiceKeyScope, Message>> = {
  configs: msg('App configuration'),
  users: msg('Users'),
  mechanics: msg('Mechanics'),
  companies: msg('Vehicle models'),
  slots: msg('Slots'),
  sosservices: msg('SOS services'),
  services: msg('Services'),
  parts: msg('Parts'),
  bookings: msg('Bookings'),
  earnings: msg('Earnings'),
  payments: msg('Payments'),
  payouts: msg('Payouts'),
  notifications: msg('Notifications'),
  positions: msg('Positions'),
  refunds: msg('Refunds'),
  calls: msg('Calls'),
  changes: msg('Read changes'),
  settlements: msg('Settlements'),
  'read:bookings': msg('Read bookings'),
  'read:users': msg('Read users'),
  'read:mechanics': msg('Read mechanics'),
  'read:payments': msg('Read payments'),
  'read:payouts': msg('Read payouts'),
  'read:catalogue': msg('Read catalogue'),
  'read:reports': msg('Read reports'),
};

/** Returns the label of a service key's scope: "SOS services", "Read bookings". */
export const scopeLabel = (scope: string): string =>
  t(lookUp<Message>(SCOPE_LABELS, scope) ?? verbatim(capitalise(scope.replace(':', ' '))));

export const scopeOptions = (scopes: readonly ServiceKeyScope[]) =>
  scopes.map((value) => ({ value, label: SCOPE_LABELS[value] }));

export async function loadIntegrations(cause: LoadCause): Promise<void> {
  await Promise.all([loadForScreen(serviceKeysQuery, cause), loadForScreen(webhooksQuery, cause)]);
}

export type DeliveryState = (typeof DELIVERY_STATES)[number];

const DELIVERIES_PAGE_SIZE = 25;
const POLL_INTERVAL_MS = 2_000;

/**
 * Query of one page of an endpoint's deliveries, newest first. It refetches while a delivery waits for its first
 * attempt.
 * @param before the last delivery of the previous page; null for the first page
 */
export const deliveriesQuery = (webhookId: string, state: DeliveryState | null, before: string | null) =>
  queryOptions({
    queryKey: [WEBHOOK_KEYS.one, webhookId, 'deliveries', state, before],
    queryFn: ({ signal }) =>
      call(listDeliveries, {
        params: { id: webhookId },
        query: { limit: DELIVERIES_PAGE_SIZE, before, state },
        signal,
      }),
    refetchInterval: ({ state: { data } }) =>
      data?.rows.some((row) => row.state === 'waiting' && row.attempts === 0) ? POLL_INTERVAL_MS : false,
  });

export const sendWebhook = (id: string, body: InputOf<typeof updateWebhook>) =>
  call(updateWebhook, { params: { id }, body });
