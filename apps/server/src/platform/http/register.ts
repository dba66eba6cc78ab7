import { Readable } from 'node:stream';
import { type Role, roleMay } from '@wayside/contract/roles';
import type { Endpoint } from '@wayside/contract/wire/endpoint';
import { fieldErrorsOf } from '@wayside/contract/wire/field-errors';
import { isAccess, isPermission, type Permission } from '@wayside/contract/wire/permissions';
import { checkedEncoderOf, encoderOf, type Wire } from '@wayside/contract/wire/wire';
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import * as z from 'zod/mini';
import { ApiError, badRequest, fieldError, forbidden, permissionDenied, proofRequired } from '../../api-error.ts';
import type { AppContext, CallContext, ServiceKeyIdentity, Session } from '../../context.ts';
import { bearerKey } from '../../service-key-text.ts';
import { proofMethods } from '../accounts/identities.ts';
import { countKeyUse } from '../db/key-use.ts';
import { readForm } from './forms.ts';
import { callerAddress, type DemoGuard } from './public-demo.ts';
import { type Call, ResponseStream } from './route.ts';
import { requireScope } from './session.ts';

const ANY_VERSION = '*';
/** Entity tags (RFC 9110, 8.8.3). A weak tag never matches. */
const ENTITY_TAG = /(W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
const ENTITY_TAGS = new RegExp(`^\\s*${ENTITY_TAG.source}(\\s*,\\s*${ENTITY_TAG.source})*\\s*$`);

/**
 * Returns the strong tags of If-Match, or `*`; null if the call supports no condition or the request has none.
 * @throws 400
 */
export function ifMatchOf({ conflict }: Endpoint, { headers }: FastifyRequest): readonly string[] | null {
  const header = headers['if-match'];
  if (conflict === null || header === undefined) return null;
  if (header.trim() === ANY_VERSION) return [ANY_VERSION];
  if (!ENTITY_TAGS.test(header)) throw badRequest([fieldError('If-Match', 'entity_tag')]);
  return [...header.matchAll(ENTITY_TAG)].filter(([, weak]) => weak === undefined).map(([tag]) => tag);
}

/** A 412 error with the conflicting changes, encoded as JSON (EDIT-01). */
export class EncodedConflict extends ApiError {
  readonly content: object;

  constructor(error: ApiError, content: unknown) {
    super(error.kind, error);
    this.content = typeof content === 'object' && content !== null ? content : {};
  }
}

export function encodeConflict({ conflict }: Endpoint, error: unknown): unknown {
  if (!(error instanceof ApiError) || error.conflict === null || conflict === null) return error;
  return new EncodedConflict(error, encoderOf(conflict)(error.conflict));
}

/** Returns the ETag of a response with one record. */
export function etagOfResponse(response: unknown): Record<string, string> {
  const etag = field(field(response, 'record'), 'etag');
  return typeof etag === 'string' ? { etag } : {};
}

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

export const API_BASE = '/api/v1';

/**
 * The maximum body size of calls that need no credentials, such as the login. Their JSON is parsed before the caller
 * is known.
 */
const PUBLIC_BODY_LIMIT_BYTES = 16_384;

/** The methods that serve a call declared as PATCH or PUT (API-13). */
const UPDATE_METHODS: HTTPMethods[] = ['PATCH', 'PUT', 'POST'];
const isUpdateStyle = (method: Endpoint['method']) => method === 'PATCH' || method === 'PUT';

function decode<T>(schema: Wire<T>, value: unknown): T {
  const result = z.safeDecode(schema, value as never);
  if (!result.success) throw badRequest(fieldErrorsOf(result.error.issues));
  return result.data;
}

/** Reports a single error if the body is not a JSON object. */
function decodeBody<T>(schema: Wire<T>, body: unknown): T {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest([fieldError('', 'json_object_expected')]);
  }
  return decode(schema, body);
}

/** Functions that read credentials and throw 401, and the guard of a public demo. */
export interface CredentialReaders {
  readonly session: (request: FastifyRequest) => Promise<Session>;
  readonly serviceKey: (request: FastifyRequest) => Promise<ServiceKeyIdentity>;
  readonly requireInDemo: DemoGuard;
}

/** Reads the credentials and checks the role (TEAM-01) and the recent proof of identity (TEAM-05). @throws 401; 403 */
function credentialsFor(context: AppContext, endpoint: Endpoint, read: CredentialReaders) {
  const { name, permission, readScope, isBeforeTwoFactor, needsProof } = endpoint;
  if (!isAccess(permission)) throw new Error(`${name} does not define its permission`);
  return async (request: FastifyRequest) => {
    const serviceKey = isForKey(request, endpoint) ? await read.serviceKey(request) : null;
    if (serviceKey && readScope !== null) requireScope({ serviceKey }, readScope);
    const session = permission === 'public' || serviceKey ? null : await read.session(request);
    if (session?.mustSetUpTwoFactor && !isBeforeTwoFactor) throw forbidden('two_factor_set_up_first');
    if (session && isPermission(permission)) checkRole(session.admin.role, permission);
    if (session && needsProof && !session.isProved)
      throw proofRequired(await proofMethods(context, session.admin.id));
    await read.requireInDemo(endpoint, request);
    return { session, serviceKey };
  };
}

/** Checks whether a service key identifies the caller (SHIP-05). */
const isForKey = ({ headers }: FastifyRequest, { permission, readScope }: Endpoint): boolean =>
  permission === 'service-key' ||
  (readScope !== null && headers['token'] === undefined && bearerKey(headers.authorization) !== null);

function checkRole(role: Role, permission: Permission): void {
  if (!roleMay(role, permission)) throw permissionDenied(permission);
}

const readableOf = ({ body }: ResponseStream): Readable =>
  body instanceof Readable ? body : Readable.from(body, { objectMode: false });

/**
 * Registers an endpoint: decodes the request, calls the endpoint's function, and encodes or streams the response.
 * @throws 400 with the field
 */
export function register<P, Q, B, A>(
  app: FastifyInstance,
  context: AppContext,
  readCredentials: CredentialReaders,
  endpoint: Endpoint<P, Q, B, A>,
  verb: (context: CallContext, call: Call<P, Q, B>) => Promise<A | ResponseStream>,
): void {
  const encode = context.settings.checksAnswers
    ? checkedEncoderOf(endpoint.response)
    : encoderOf(endpoint.response);
  const bodyOf = async (request: FastifyRequest) =>
    endpoint.fileLimitBytes === null ? request.body : await readForm(request, endpoint.fileLimitBytes);
  const identify = credentialsFor(context, endpoint, readCredentials);
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
  // URLs of a file host may or may not have the base path, so both are served (FILE-01).
  for (const url of endpoint.isOfFileHost ? [path, API_BASE + path] : [API_BASE + path])
    app.route({
      method: isUpdateStyle(endpoint.method) ? UPDATE_METHODS : endpoint.method,
      url,
      exposeHeadRoute: false,
      ...(endpoint.permission === 'public' && { bodyLimit: PUBLIC_BODY_LIMIT_BYTES }),
      handler: async (request, reply) => {
        const { session, serviceKey } = await identify(request);
        const { id = null, email = null } = session?.admin ?? {};
        const actor = { id, email, address: callerAddress(context, request), requestId: request.id };
        const response = await verb(
          { ...context, session, serviceKey, actor },
          {
            params: decode(endpoint.params, request.params),
            query: decode(endpoint.query, request.query),
            body: endpoint.body === null ? (null as B) : decodeBody(endpoint.body, await bodyOf(request)),
            headers: request.headers,
            ifMatch: ifMatchOf(endpoint, request),
          },
        ).catch((error: unknown) => {
          throw encodeConflict(endpoint, error);
        });
        reply.headers(etagOfResponse(response));
        if (serviceKey) await countKeyUse(context.database, serviceKey.id, context.now());
        reply.type('application/json; charset=utf-8');
        if (response instanceof ResponseStream) return reply.headers(response.headers).send(readableOf(response));
        return JSON.stringify(encode(response));
      },
    });
}
