import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { Endpoint } from '@wayside/contract/wire/endpoint';
import { fieldErrorsOf } from '@wayside/contract/wire/field-errors';
import { checkedEncoderOf, encoderOf, type Wire } from '@wayside/contract/wire/wire';
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import * as z from 'zod/mini';
import { badRequest } from '../api-error.ts';
import type { AppContext, CallContext, Session } from '../context.ts';
import { AnswerStream } from './answer-stream.ts';
import { readForm } from './read-form.ts';

/** A decoded request. */
export interface Call<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

/** The base path of every call. */
export const API_BASE = '/api/v1';

/** What an "update-style" call is taken as (API-13). */
const UPDATE_METHODS: HTTPMethods[] = ['PATCH', 'PUT', 'POST'];
const isUpdateStyle = (method: Endpoint['method']) => method === 'PATCH' || method === 'PUT';

function decode<T>(schema: Wire<T>, value: unknown): T {
  const result = z.safeDecode(schema, value as never);
  if (!result.success) throw badRequest(fieldErrorsOf(result.error.issues));
  return result.data;
}

/** The client's address; what a header names and is no address (TRUST_PROXY) is not believed. */
const addressOf = ({ ip, socket }: FastifyRequest): string => (isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip);

/** A body that is no JSON object is told so once, rather than field by field. */
function decodeBody<T>(schema: Wire<T>, body: unknown): T {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest([{ field: '', message: 'The body must be a JSON object.' }]);
  }
  return decode(schema, body);
}

/**
 * Serves an endpoint of the contract: decodes the request (400 with the field named), runs the verb, encodes the
 * answer or passes on what comes piece by piece. An "update-style" call, declared as PATCH or PUT, is taken as PATCH, PUT and POST (API-13).
 * @param readSession finds the session of a request; throws a 401
 */
export function register<P, Q, B, A>(
  app: FastifyInstance,
  context: AppContext,
  readSession: (request: FastifyRequest) => Promise<Session>,
  endpoint: Endpoint<P, Q, B, A>,
  verb: (context: CallContext, call: Call<P, Q, B>) => Promise<A | AnswerStream>,
): void {
  const encode = context.settings.checksAnswers ? checkedEncoderOf(endpoint.answer) : encoderOf(endpoint.answer);
  const bodyOf = async (request: FastifyRequest) =>
    endpoint.fileLimitBytes === null ? request.body : await readForm(request, endpoint.fileLimitBytes);
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
  // Whether a provider's file host has the base path too is told nowhere: ours takes both (FILE-01).
  for (const url of endpoint.isOfFileHost ? [path, API_BASE + path] : [API_BASE + path])
    app.route({
      method: isUpdateStyle(endpoint.method) ? UPDATE_METHODS : endpoint.method,
      url,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const session = endpoint.isPublic ? null : await readSession(request);
        const { id = null, email = null } = session?.admin ?? {};
        const actor = { id, email, address: addressOf(request) };
        const answer = await verb(
          { ...context, session, actor },
          {
            params: decode(endpoint.params, request.params),
            query: decode(endpoint.query, request.query),
            body: endpoint.body === null ? (null as B) : decodeBody(endpoint.body, await bodyOf(request)),
          },
        );
        reply.type('application/json; charset=utf-8');
        if (answer instanceof AnswerStream)
          return reply.headers(answer.headers).send(Readable.from(answer.body, { objectMode: false }));
        return JSON.stringify(encode(answer));
      },
    });
}
