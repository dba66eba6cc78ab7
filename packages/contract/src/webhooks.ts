import * as z from 'zod/mini';
import { EVENT_TYPES, TEST_EVENT_TYPE } from './event-types.ts';
import { optionalFields } from './wire/crud.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { fieldIssue } from './wire/field-sentences.ts';
import { flag, instant, jsonRecord, list, maybe, numeric, oneOf, openEnum, recordId, text } from './wire/fields.ts';
import { fullList, pageLimit } from './wire/paging.ts';
import { recordInPath, rowNumber } from './wire/request-fields.ts';
import { type Wire, wireValue } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

/** The calls implement HOOK-02 unless they name other requirements. */
const endpoint = endpointsOf('webhooks');

/**
 * The reasons why an endpoint is disabled: an administrator disabled it, all deliveries failed for five days, or it
 * returned a 410 response (HOOK-02).
 */
export const DISABLED_REASONS = ['switched_off', 'failing', 'gone'] as const;
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;

const endpointFields = {
  id: recordId,
  url: text,
  types: maybe(list(openEnum(EVENT_TYPES))),
  isEnabled: flag,
  disabledReason: maybe(openEnum(DISABLED_REASONS)),
  disabledAt: maybe(instant),
  /** The time of the first failure since the last success. */
  failingSince: maybe(instant),
  /** Until this time, deliveries also carry a signature made with the previous secret. */
  previousSecretUntil: maybe(instant),
  waiting: numeric,
  /** The last attempt: its time, the response status and the error. */
  lastAttempt: maybe(wireObject({ at: instant, statusCode: maybe(numeric), error: maybe(text) })),
  /** The number of stored events that a replay still has to queue; null if no replay is running. */
  replayLeft: maybe(numeric),
  createdAt: instant,
};
/** A URL that receives events (HOOK-02). Its secret is returned only in responses that create a secret. */
export type WebhookEndpoint = DomainOf<typeof endpointFields>;
const webhookEndpoint: Wire<WebhookEndpoint> = wireObject(endpointFields, { id: '_id' });

const deliveryFields = {
  id: text,
  eventId: text,
  type: openEnum([...EVENT_TYPES, TEST_EVENT_TYPE]),
  state: openEnum(DELIVERY_STATES),
  attempts: numeric,
  /** The response status of the last attempt; null before the first attempt or if there was no response. */
  statusCode: maybe(numeric),
  durationMs: maybe(numeric),
  error: maybe(text),
  answer: maybe(text),
  lastAttemptAt: maybe(instant),
  nextAttemptAt: maybe(instant),
  createdAt: instant,
  payload: jsonRecord,
};
/** The delivery of an event to one endpoint (HOOK-02). */
export type WebhookDelivery = DomainOf<typeof deliveryFields>;
const webhookDelivery: Wire<WebhookDelivery> = wireObject(deliveryFields);

const MAX_URL_LENGTH = 2048;

/**
 * The URL of an endpoint: http or https, without credentials. The server checks the IP address that it resolves to
 * before every delivery (HOOK-03).
 */
const webhookUrl: Wire<string> = wireValue(z.string(), (value, fail) => {
  const given = value.trim();
  if (given.length > MAX_URL_LENGTH) return fail(fieldIssue('at_most_characters', { most: MAX_URL_LENGTH }));
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return fail(fieldIssue('endpoint_address'));
  if (url.username !== '' || url.password !== '') return fail(fieldIssue('no_credentials'));
  url.hash = '';
  return url.href;
});

const someTypes: Wire<string[] | null> = wireValue(maybe(list(oneOf(EVENT_TYPES))), (types, fail) =>
  types?.length === 0 ? fail(fieldIssue('some_event_type')) : types && [...new Set(types)],
);

const PATH = '/admin/webhooks';

export const listWebhooks = endpoint('listWebhooks', `GET ${PATH}`, {
  permission: 'integrations:manage',
  summary: 'The webhook endpoints, oldest first; `disabledReason` states why one is off.',
  response: fullList(webhookEndpoint),
});

const endpointResponse = success({ record: webhookEndpoint }, { record: 'data' });

export const createWebhook = endpoint('createWebhook', `POST ${PATH}`, {
  permission: 'integrations:manage',
  needsProof: true,
  summary:
    'Adds an endpoint; without `types` it receives every event. The response contains the signing secret, which cannot be read again.',
  body: wireObject({ url: webhookUrl, types: someTypes }),
  response: success({ record: webhookEndpoint, secret: text }, { record: 'data' }),
  errorCodes: [409],
});

export const updateWebhook = endpoint('updateWebhook', `PATCH ${PATH}/{id}`, {
  permission: 'integrations:manage',
  needsProof: true,
  summary: 'Changes an endpoint, or switches it on or off; omitted fields keep their values.',
  params: recordInPath,
  body: wireObject(optionalFields({ url: webhookUrl, types: someTypes, isEnabled: flag })),
  response: endpointResponse,
  errorCodes: [404],
});

export const deleteWebhook = endpoint('deleteWebhook', `DELETE ${PATH}/{id}`, {
  permission: 'integrations:manage',
  needsProof: true,
  summary: 'Removes an endpoint with its deliveries.',
  params: recordInPath,
  response: success({}),
  errorCodes: [404],
});

export const rotateWebhookSecret = endpoint('rotateWebhookSecret', `POST ${PATH}/{id}/rotate`, {
  permission: 'integrations:manage',
  needsProof: true,
  summary: 'Creates a new signing secret, returned only once. For 24 hours the previous secret signs, too.',
  params: recordInPath,
  response: success({ record: webhookEndpoint, secret: text }, { record: 'data' }),
  errorCodes: [404],
});

const deliveryResponse = success({ deliveryId: text });

export const testWebhook = endpoint('testWebhook', `POST ${PATH}/{id}/test`, {
  permission: 'integrations:manage',
  summary: 'Sends one `webhook.test` to the endpoint, even if it is off.',
  params: recordInPath,
  response: deliveryResponse,
  errorCodes: [404],
});

export const replayWebhook = endpoint('replayWebhook', `POST ${PATH}/{id}/replay`, {
  permission: 'integrations:manage',
  summary: 'Sends every stored event since a time again, including events that a running replay has not sent yet.',
  params: recordInPath,
  body: wireObject({ since: instant }),
  response: endpointResponse,
  errorCodes: [404, 409],
});

export const listDeliveries = endpoint('listDeliveries', `GET ${PATH}/{id}/deliveries`, {
  permission: 'integrations:manage',
  summary:
    'Deliveries of the last 30 days, newest first; pass the last id of a page as `before` to get the next page; `next` is that id.',
  params: recordInPath,
  query: wireObject({ limit: pageLimit, before: maybe(rowNumber), state: maybe(oneOf(DELIVERY_STATES)) }),
  response: success({ rows: list(webhookDelivery), next: maybe(text) }, { rows: 'data' }),
  errorCodes: [404],
});

export const resendDelivery = endpoint('resendDelivery', `POST ${PATH}/deliveries/{id}/resend`, {
  permission: 'integrations:manage',
  summary: 'Sends the event of a delivery again, with the same `webhook-id`.',
  params: wireObject({ id: rowNumber }),
  response: deliveryResponse,
  errorCodes: [404, 409],
});
