import { Readable } from 'node:stream';
import { ROLE_TABLE, type Role, roleMay } from '@wayside/contract/roles';
import type { Endpoint } from '@wayside/contract/wire/endpoint';
import { fieldErrorsOf } from '@wayside/contract/wire/field-errors';
import { isAccess, isPermission, type Permission } from '@wayside/contract/wire/permissions';
import { checkedEncoderOf, encoderOf, type Wire } from '@wayside/contract/wire/wire';
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import * as z from 'zod/mini';
import { badRequest, forbidden, proofNeeded } from '../../api-error.ts';
import type { AppContext, CallContext, ServiceKeyIdentity, Session } from '../../context.ts';
import { bearerKey } from '../../service-key-text.ts';
import { countKeyUse } from '../db/count-key-use.ts';
import { proofMethods } from '../two-factor/proof-methods.ts';
import { readForm } from './forms.ts';
import { encodeConflict, etagOfAnswer, ifMatchOf } from './if-match.ts';
import { clientAddressOf } from './request-address.ts';
import { AnswerStream, type Call } from './route.ts';
import { requireScope } from './service-key.ts';

/** The base path of every call. */
export const API_BASE = '/api/v1';

/** The largest body of a call that anybody may make, such as the login: its JSON is read before it is known who calls. */
const PUBLIC_BODY_LIMIT_BYTES = 16_384;

/** The methods that serve a call declared as PATCH or PUT (API-13). */
const UPDATE_METHODS: HTTPMethods[] = ['PATCH', 'PUT', 'POST'];
const isUpdateStyle = (method: Endpoint['method']) => method === 'PATCH' || method === 'PUT';

function decode<T>(schema: Wire<T>, value: unknown): T {
  const result = z.safeDecode(schema, value as never);
  if (!result.success) throw badRequest(fieldErrorsOf(result.error.issues));
  return result.data;
}

/** A body that is no JSON object gets one error, not one for each field. */
function decodeBody<T>(schema: Wire<T>, body: unknown): T {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest([{ field: '', message: 'The body must be a JSON object.' }]);
  }
  return decode(schema, body);
}

/** What somebody reads who has no second factor where everybody needs one (TEAM-04). */
const SET_UP_FIRST = 'Set up two-factor authentication first.';

/** How the credentials of a request are read. Both throw a 401. */
export interface CredentialReaders {
  readonly session: (request: FastifyRequest) => Promise<Session>;
  readonly serviceKey: (request: FastifyRequest) => Promise<ServiceKeyIdentity>;
}

/**
 * Reads the credentials that a call needs, and checks what the role may do (TEAM-01) and that the caller has lately proved
 * who they are, where the call needs it (TEAM-05).
 * @throws 401 without a session or key; 403 when the role may not, before a second factor that everybody needs is set up, or
 * when a proof is needed first
 */
function credentialsFor(context: AppContext, endpoint: Endpoint, read: CredentialReaders) {
  const { name, permission, readScope, isBeforeTwoFactor, needsProof } = endpoint;
  if (!isAccess(permission)) throw new Error(`${name} does not name the permission that it needs`);
  return async (request: FastifyRequest) => {
    const serviceKey = isForKey(request, endpoint) ? await read.serviceKey(request) : null;
    if (serviceKey && readScope !== null) requireScope({ serviceKey }, readScope);
    const session = permission === 'public' || serviceKey ? null : await read.session(request);
    if (session?.mustSetUpTwoFactor && !isBeforeTwoFactor) throw forbidden(SET_UP_FIRST);
    if (session && isPermission(permission)) checkRole(session.admin.role, permission);
    if (session && needsProof && !session.isProved)
      throw proofNeeded(await proofMethods(context.database, session.admin.id));
    return { session, serviceKey };
  };
}

/** Whether a service key identifies the caller: where the call needs one, or may be made with one and has no session (SHIP-05). */
const isForKey = ({ headers }: FastifyRequest, { permission, readScope }: Endpoint): boolean =>
  permission === 'service-key' ||
  (readScope !== null && headers['token'] === undefined && bearerKey(headers.authorization) !== null);

function checkRole(role: Role, permission: Permission): void {
  if (!roleMay(role, permission)) throw forbidden(`Your role may not ${ROLE_TABLE[permission].may}.`);
}

const readableOf = ({ body }: AnswerStream): Readable =>
  body instanceof Readable ? body : Readable.from(body, { objectMode: false });

/**
 * Serves an endpoint of the contract: decodes the request (400 with the field named), runs the verb, encodes the
 * answer or streams it. A call declared as PATCH or PUT is served as PATCH, PUT and POST (API-13).
 */
export function register<P, Q, B, A>(
  app: FastifyInstance,
  context: AppContext,
  readCredentials: CredentialReaders,
  endpoint: Endpoint<P, Q, B, A>,
  verb: (context: CallContext, call: Call<P, Q, B>) => Promise<A | AnswerStream>,
): void {
  const encode = context.settings.checksAnswers ? checkedEncoderOf(endpoint.answer) : encoderOf(endpoint.answer);
  const bodyOf = async (request: FastifyRequest) =>
    endpoint.fileLimitBytes === null ? request.body : await readForm(request, endpoint.fileLimitBytes);
  const identify = credentialsFor(context, endpoint, readCredentials);
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
  // The specification leaves open whether a file host has the base path: this one serves both (FILE-01).
  for (const url of endpoint.isOfFileHost ? [path, API_BASE + path] : [API_BASE + path])
    app.route({
      method: isUpdateStyle(endpoint.method) ? UPDATE_METHODS : endpoint.method,
      url,
      exposeHeadRoute: false,
      ...(endpoint.permission === 'public' && { bodyLimit: PUBLIC_BODY_LIMIT_BYTES }),
      handler: async (request, reply) => {
        const { session, serviceKey } = await identify(request);
        const { id = null, email = null } = session?.admin ?? {};
        const actor = { id, email, address: clientAddressOf(request), requestId: request.id };
        const answer = await verb(
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
        reply.headers(etagOfAnswer(answer));
        if (serviceKey) await countKeyUse(context.database, serviceKey.id, context.now());
        reply.type('application/json; charset=utf-8');
        if (answer instanceof AnswerStream) return reply.headers(answer.headers).send(readableOf(answer));
        return JSON.stringify(encode(answer));
      },
    });
}
