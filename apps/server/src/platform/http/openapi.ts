import { position, RECORD_LINES_TYPE, recordHeader, SOURCE_SCHEMAS } from '@wayside/contract/ingest';
import type { Endpoint } from '@wayside/contract/wire/endpoint';
import { isPermission } from '@wayside/contract/wire/permissions';
import type * as z from 'zod/mini';
import { webhookOperations } from './openapi-webhooks.ts';
import { API_BASE } from './register.ts';
import { type JsonSchema, wireSchema } from './wire-schema.ts';

const FAILURE = {
  type: 'object',
  required: ['status', 'message', 'requestId'],
  properties: {
    status: { const: false },
    message: { type: 'string' },
    requestId: { type: 'string', description: 'As the header x-request-id; the log has its lines under this id.' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
    proofNeeded: { type: 'array', items: { type: 'string' } },
  },
};

const ERRORS: Readonly<Record<number, string>> = {
  400: 'Bad input; `errors` names the fields.',
  401: 'No session or service key, or it has ended.',
  403: 'The role of the administrator, or the scope of the service key, does not allow it. With `proofNeeded`: the call works after POST /admin/prove by one of these methods.',
  404: 'There is no such record.',
  409: 'The present state does not allow it.',
  410: 'No longer kept; `cursor` is the oldest one.',
  412: 'The record is not in the version of If-Match; `changes` says what changed, by whom and when.',
  413: 'Too large.',
  415: 'Unsupported type.',
  429: 'Too many attempts; see Retry-After.',
  503: 'The database is away; see Retry-After.',
};

function parameters(schema: z.ZodMiniType, place: 'query' | 'path') {
  const { properties = {}, required = [] } = wireSchema(schema);
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }));
}

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });

/** The schema of one record of any collection, with what every record may have in addition to its fields. */
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
  fileLimitBytes === null ? json(schema) : { content: { 'multipart/form-data': { schema } } };
const TABLE = {
  content: {
    'text/csv': { schema: { type: 'string' } },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
      schema: { type: 'string', format: 'binary' },
    },
  },
};
const LAST_EVENT_ID = { name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } };

function answerOf({ answer, isTable, isEventStream }: Endpoint) {
  if (isTable) return TABLE;
  const schema = wireSchema(answer);
  return isEventStream ? { content: { 'text/event-stream': { schema } } } : json(schema);
}

/** Calls of the file host are at its root; ours takes them under the base path too (FILE-01). */
const FILE_HOST = [{ url: '/' }, { url: API_BASE }];

/** The version that a record was read at (EDIT-01). */
const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The `_etag` of the record as it was read. Without it the update has no condition.',
  schema: { type: 'string' },
};
const conflictResponse = (conflict: z.ZodMiniType) => ({
  412: {
    description: ERRORS[412],
    ...json({ allOf: [{ $ref: '#/components/schemas/Failure' }, wireSchema(conflict)] }),
  },
});

function securityOf({ permission, readScope }: Endpoint) {
  if (permission === 'service-key') return [{ serviceKey: [] }];
  if (readScope !== null) return [{ token: [] }, { serviceKey: [] }];
  return permission === 'public' ? [] : [{ token: [] }];
}

/** 401 and 403, where the call can answer them. */
const accessCodes = ({ permission }: Endpoint) => [
  ...(permission === 'public' ? [] : [401]),
  ...(isPermission(permission) || permission === 'service-key' ? [403] : []),
];

function operation(endpoint: Endpoint) {
  const answer = answerOf(endpoint);
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
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(endpoint.isEventStream ? [LAST_EVENT_ID] : []),
      ...(endpoint.conflict === null ? [] : [IF_MATCH]),
    ],
    ...requestBodyOf(endpoint),
    responses: {
      200: { description: 'Done.', ...answer },
      ...(endpoint.takesRecords
        ? { 207: { description: 'Done, and some records were rejected.', ...answer } }
        : {}),
      ...Object.fromEntries(
        codes.map((code) => [
          code,
          { description: ERRORS[code] ?? 'Refused.', ...json({ $ref: '#/components/schemas/Failure' }) },
        ]),
      ),
      ...(endpoint.conflict === null ? {} : conflictResponse(endpoint.conflict)),
    },
  };
}

/** The OpenAPI 3.1 document of the endpoints, made from the contract's wire side (API-16). */
export function openApiDocument(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(endpoint),
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
