import { eventExamples } from '@wayside/contract/event-examples';
import { EVENT_TYPES, type EventType } from '@wayside/contract/event-types';
import { eventData } from '@wayside/contract/events';
import { position, RECORD_LINES_TYPE, recordHeader, SOURCE_SCHEMAS } from '@wayside/contract/ingest';
import type { Endpoint } from '@wayside/contract/wire/endpoint';
import { isPermission } from '@wayside/contract/wire/permissions';
import * as z from 'zod/mini';
import { API_BASE } from './register.ts';

export type JsonSchema = Record<string, unknown> & {
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

/** Removes the parts that only lenient reading needs, such as blank text and nested unions. */
function tidy(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tidy);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key]) => key !== '$schema');
  const { anyOf, ...rest } = Object.fromEntries(entries.map(([key, value]) => [key, tidy(value)])) as JsonSchema;
  if (!anyOf) return rest;
  const choices = anyOf.flatMap((choice) => choice.anyOf ?? [choice]).filter((choice) => choice.const !== '');
  const [first, ...others] = choices;
  return first && others.length === 0 ? { ...first, ...rest } : { ...rest, anyOf: choices };
}

/** Returns the JSON Schema of a codec's input, as sent over HTTP. */
export function wireSchema(schema: z.ZodMiniType): JsonSchema {
  return tidy(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) as JsonSchema;
}

const SENTENCE_PROPERTIES = {
  code: {
    type: 'string',
    description: 'A stable code of the message, for programs and translations.',
  },
  params: {
    type: 'object',
    description: 'The parameters of the message.',
    additionalProperties: { type: ['string', 'number'] },
  },
  message: { type: 'string', description: 'The message in English.' },
};

const FAILURE = {
  type: 'object',
  required: ['status', 'code', 'params', 'message', 'requestId'],
  properties: {
    status: { const: false },
    ...SENTENCE_PROPERTIES,
    requestId: { type: 'string', description: 'Same as the header x-request-id; log lines contain it.' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, ...SENTENCE_PROPERTIES } },
    },
    proofNeeded: { type: 'array', items: { type: 'string' } },
  },
};

const ERRORS: Readonly<Record<number, string>> = {
  400: 'Bad input; `errors` names the fields.',
  401: 'Missing, expired or ended session or service key.',
  403: 'The administrator’s role or the service key’s scope does not allow it. With `proofNeeded`: repeat the call after POST /admin/prove by one of these methods.',
  404: 'The record does not exist.',
  409: 'The current state does not allow it.',
  410: 'No longer stored; `cursor` is the oldest one.',
  412: 'The record’s version differs from If-Match; `changes` lists the changed fields, with author and time.',
  413: 'Too large.',
  415: 'Unsupported type.',
  429: 'Too many attempts; see Retry-After.',
  503: 'The database is unavailable; see Retry-After.',
};

function toParameters(schema: z.ZodMiniType, location: 'query' | 'path') {
  const { properties = {}, required = [] } = wireSchema(schema);
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: value,
  }));
}

const jsonContent = (schema: unknown) => ({ content: { 'application/json': { schema } } });

/** Returns the schema of a record of any collection, with the fields that every record may have. */
function recordOfSource() {
  const header = wireSchema(recordHeader);
  const anyOf = Object.entries(SOURCE_SCHEMAS).map(([collection, schema]) => {
    const { properties, ...rest } = wireSchema(schema);
    return { title: collection, ...rest, properties: { ...properties, ...header.properties } };
  });
  return { anyOf: [...anyOf, { title: 'positions', ...wireSchema(position) }, { title: 'a deletion', ...header }] };
}

function recordsBody() {
  const record = { $ref: '#/components/schemas/Record' };
  return {
    content: {
      'application/json': { schema: { anyOf: [{ type: 'array', items: record }, record] } },
      [RECORD_LINES_TYPE]: { schema: { type: 'string', description: 'one record a line' } },
    },
  };
}

function requestBodyOf(endpoint: Endpoint) {
  if (endpoint.takesRecords) return { requestBody: { required: true, ...recordsBody() } };
  if (endpoint.body === null) return {};
  return { requestBody: { required: true, ...bodyOf(endpoint, wireSchema(endpoint.body)) } };
}

const bodyOf = ({ fileLimitBytes }: Endpoint, schema: JsonSchema) =>
  fileLimitBytes === null ? jsonContent(schema) : { content: { 'multipart/form-data': { schema } } };
const TABLE = {
  content: {
    'text/csv': { schema: { type: 'string' } },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
      schema: { type: 'string', format: 'binary' },
    },
  },
};
const LAST_EVENT_ID = { name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } };

function responseOf({ response, isTable, isEventStream }: Endpoint) {
  if (isTable) return TABLE;
  const schema = wireSchema(response);
  return isEventStream ? { content: { 'text/event-stream': { schema } } } : jsonContent(schema);
}

/** The file host serves these at the root; our own server also serves them under the base path (FILE-01). */
const FILE_HOST = [{ url: '/' }, { url: API_BASE }];

/** The header of a conditional update (EDIT-01). */
const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The `_etag` of the record that was read. Without it, the update is unconditional.',
  schema: { type: 'string' },
};
const conflictResponse = (conflict: z.ZodMiniType) => ({
  412: {
    description: ERRORS[412],
    ...jsonContent({ allOf: [{ $ref: '#/components/schemas/Failure' }, wireSchema(conflict)] }),
  },
});

function securityOf({ permission, readScope }: Endpoint) {
  if (permission === 'service-key') return [{ serviceKey: [] }];
  if (readScope !== null) return [{ token: [] }, { serviceKey: [] }];
  return permission === 'public' ? [] : [{ token: [] }];
}

const accessCodes = ({ permission }: Endpoint) => [
  ...(permission === 'public' ? [] : [401]),
  ...(isPermission(permission) || permission === 'service-key' ? [403] : []),
];

function toOperation(endpoint: Endpoint) {
  const response = responseOf(endpoint);
  const codes = [400, ...accessCodes(endpoint), ...endpoint.errorCodes, 503];
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    ...(endpoint.isOfFileHost ? { servers: FILE_HOST } : {}),
    'x-permission': endpoint.permission,
    ...(endpoint.readScope === null ? {} : { 'x-scope': endpoint.readScope }),
    ...(endpoint.needsProof ? { 'x-needs-proof': true } : {}),
    security: securityOf(endpoint),
    parameters: [
      ...toParameters(endpoint.params, 'path'),
      ...toParameters(endpoint.query, 'query'),
      ...(endpoint.isEventStream ? [LAST_EVENT_ID] : []),
      ...(endpoint.conflict === null ? [] : [IF_MATCH]),
    ],
    ...requestBodyOf(endpoint),
    responses: {
      200: { description: 'Done.', ...response },
      ...(endpoint.takesRecords
        ? { 207: { description: 'Done, and some records were rejected.', ...response } }
        : {}),
      ...Object.fromEntries(
        codes.map((code) => [
          code,
          { description: ERRORS[code] ?? 'Refused.', ...jsonContent({ $ref: '#/components/schemas/Failure' }) },
        ]),
      ),
      ...(endpoint.conflict === null ? {} : conflictResponse(endpoint.conflict)),
    },
  };
}

/** Returns the OpenAPI 3.1 document (API-16). */
export function openApiDocument(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: toOperation(endpoint),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wayside',
      version: '1',
      description: 'The calls of the back office. Amounts are rupees, timestamps ISO 8601.',
    },
    servers: [{ url: API_BASE }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    webhooks: webhookOperations(),
    components: {
      schemas: {
        Failure: FAILURE,
        ...(endpoints.some(({ takesRecords }) => takesRecords) ? { Record: recordOfSource() } : {}),
      },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'token' },
        serviceKey: { type: 'http', scheme: 'bearer', description: 'A service key, `wsk_…`.' },
      },
    },
  };
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

const HEADERS = {
  'webhook-id': 'The id of the event, the same for each attempt: ignore an id that you have already processed.',
  'webhook-timestamp': 'The time of this attempt, in seconds.',
  'webhook-signature':
    'The signatures by Standard Webhooks, separated by a space; two for 24 hours after a rotation.',
};

const toHeaderParameter = ([name, description]: [string, string]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

function webhookOperation(type: EventType) {
  const schema = {
    type: 'object',
    required: ['id', 'type', 'timestamp', 'data'],
    properties: {
      id: { type: 'string' },
      type: { const: type },
      timestamp: { type: 'string', format: 'date-time' },
      data: wireSchema(eventData[type]),
    },
  };
  return {
    operationId: `on${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: `An administrator’s change of the type ${type}.`,
    tags: ['webhooks'],
    security: [],
    parameters: Object.entries(HEADERS).map(toHeaderParameter),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, examples: { made: { value: eventExamples[type] } } } },
    },
    responses: {
      '2XX': { description: 'Received, if it comes within 15 seconds. Any other response is retried.' },
      410: { description: 'Gone: switches the endpoint off at once.' },
    },
  };
}

/** Returns the webhook events with examples (HOOK-01). */
export function webhookOperations() {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: webhookOperation(type) }]));
}
