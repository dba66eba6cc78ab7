import * as z from 'zod/mini';
import { endpointsOf } from './wire/endpoint.ts';
import { fieldIssue } from './wire/field-sentences.ts';
import { text } from './wire/fields.ts';
import { type Wire, wireValue } from './wire/wire.ts';
import { success, wireObject } from './wire/wire-object.ts';

/** The calls implement DESK-05 unless they name other requirements. */
const endpoint = endpointsOf('roadside');

const MAX_URL_LENGTH = 2048;
const PUBLIC_KEY_BYTES = 65;
const SECRET_BYTES = 16;
/** Each character encodes six bits. */
const charactersOf = (bytes: number): number => Math.ceil((bytes * 8) / 6);

/**
 * The URL at which the browser's push service accepts messages. As for webhooks, the server checks the IP address
 * that it resolves to before every message (HOOK-03).
 */
const pushAddress: Wire<string> = wireValue(z.string(), (value, fail) => {
  const url = value.length <= MAX_URL_LENGTH && URL.canParse(value) ? new URL(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return fail(fieldIssue('push_service_address'));
  return url.href;
});

const bytesInBase64Url = (bytes: number): Wire<string> =>
  wireValue(z.string(), (value, fail) => {
    const trimmed = value.replace(/=+$/, '');
    return /^[\w-]+$/.test(trimmed) && trimmed.length === charactersOf(bytes)
      ? trimmed
      : fail(fieldIssue('bytes_in_base64url', { bytes }));
  });

const PATH = '/admin/roadside/push';
const permission = 'roadside:work' as const;

export const getPushKey = endpoint('getPushKey', `GET ${PATH}`, {
  permission,
  summary: 'The public key of this installation for Web Push (VAPID), in base64url.',
  response: success({ publicKey: text }),
});

export const subscribeToPush = endpoint('subscribeToPush', `POST ${PATH}`, {
  permission,
  isRejectedInDemo: true,
  summary:
    'Stores the push subscription of the caller’s browser until the session ends. While the caller is on shift and their desk is closed, the browser is notified of each emergency that is not claimed in time.',
  body: wireObject({
    endpoint: pushAddress,
    p256dh: bytesInBase64Url(PUBLIC_KEY_BYTES),
    auth: bytesInBase64Url(SECRET_BYTES),
  }),
  response: success({}),
});

export const unsubscribeFromPush = endpoint('unsubscribeFromPush', `POST ${PATH}/end`, {
  permission,
  summary: 'Deletes the push subscription of the caller’s browser. A missing subscription is not an error.',
  body: wireObject({ endpoint: pushAddress }),
  response: success({}),
});
