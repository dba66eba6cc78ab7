import * as z from 'zod/mini';
import { INGEST_COLLECTIONS } from './collections.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { fieldIssue } from './wire/field-sentences.ts';
import { instant, list, maybe, oneOf, openEnum, recordId, text } from './wire/fields.ts';
import { fullList } from './wire/paging.ts';
import { READ_SCOPES } from './wire/permissions.ts';
import { recordInPath, requiredName, wholeNumber } from './wire/request-fields.ts';
import { type Wire, wireValue } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

/** The calls implement SYNC-06 unless they name other requirements. */
const endpoint = endpointsOf('service keys');

/**
 * The scopes of a service key: ingest into a collection, `calls` from a telephone system (PEOP-07), the `changes`
 * feed, `settlements` for settlement files (RECON-01), and reading lists and reports (SHIP-05).
 */
export const SERVICE_KEY_SCOPES = [
  ...INGEST_COLLECTIONS,
  'calls',
  'changes',
  'settlements',
  ...READ_SCOPES,
] as const;
export type ServiceKeyScope = (typeof SERVICE_KEY_SCOPES)[number];

export const SERVICE_KEY_STATES = ['valid', 'expired', 'revoked'] as const;

/** The number of valid keys that may share a name. It allows a key to be replaced without downtime (SYNC-06). */
export const MAX_VALID_KEYS_OF_A_NAME = 2;

const fields = {
  id: recordId,
  name: text,
  /** The first characters of the key, which distinguish it from others. */
  prefix: text,
  scopes: list(openEnum(SERVICE_KEY_SCOPES)),
  state: openEnum(SERVICE_KEY_STATES),
  createdAt: instant,
  /** The administrator's email; null if a command on the server created the key. */
  createdBy: maybe(text),
  /** Null if the key does not expire. */
  expiresAt: maybe(instant),
  lastUsedAt: maybe(instant),
  revokedAt: maybe(instant),
  revokedBy: maybe(text),
};
/** A service key (SYNC-06), without its secret. */
export type ServiceKey = DomainOf<typeof fields>;
export const serviceKey: Wire<ServiceKey> = wireObject(fields, { id: '_id' });

const MAX_NAME_LENGTH = 60;
const MAX_DAYS = 3650;

const scopes = wireValue(z.array(oneOf(SERVICE_KEY_SCOPES)), (value, fail) =>
  value.length === 0 ? fail(fieldIssue('some_scope')) : [...new Set(value)],
);

/** The body of a request to create a service key. The server's command line decodes it too. */
export const serviceKeyBody = wireObject({
  name: requiredName(MAX_NAME_LENGTH),
  scopes,
  /** The number of days until the key expires; null if it does not expire. */
  days: maybe(wholeNumber(1, MAX_DAYS)),
});

export const listServiceKeys = endpoint('listServiceKeys', 'GET /admin/keys', {
  permission: 'integrations:manage',
  summary: 'All service keys, newest first, with their last use.',
  response: fullList(serviceKey),
});

export const createServiceKey = endpoint('createServiceKey', 'POST /admin/keys', {
  permission: 'integrations:manage',
  needsProof: true,
  summary:
    'Creates a service key. The response contains the key, which cannot be read again; 409 when two valid keys have the name.',
  body: serviceKeyBody,
  response: success({ key: text, record: serviceKey }, { record: 'data' }),
  errorCodes: [409],
});

export const revokeServiceKey = endpoint('revokeServiceKey', 'DELETE /admin/keys/{id}', {
  permission: 'integrations:manage',
  needsProof: true,
  summary: 'Revokes a service key immediately. Repeating it changes nothing.',
  params: recordInPath,
  response: success({ record: serviceKey }, { record: 'data' }),
  errorCodes: [404],
});
