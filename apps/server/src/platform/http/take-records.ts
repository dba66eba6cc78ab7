import { INGEST_COLLECTIONS, type IngestCollection } from '@wayside/contract/collections';
import { ingestRecords, MAX_INGEST_BYTES, RECORD_LINES_TYPE } from '@wayside/contract/ingest';
import { sentence } from '@wayside/contract/sentences';
import { fieldErrorsOf } from '@wayside/contract/wire/field-errors';
import { checkedEncoderOf, encoderOf } from '@wayside/contract/wire/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { ApiError, badRequest, unavailable } from '../../api-error.ts';
import type { AppContext, ServiceKeyIdentity } from '../../context.ts';
import { API_BASE, type CredentialReaders } from './register.ts';
import { requireScope } from './session.ts';

interface AdmissionLimits {
  /** Maximum concurrent requests of one key. */
  readonly ofKey: number;
  /** Maximum concurrent requests of all keys together. */
  readonly requests: number;
  /** Maximum total size of the bodies of these requests, in bytes. */
  readonly bytes: number;
}

/** Limits the data that a node has received but not yet written. Applies before a body is read (SYNC-02). */
class Admission {
  readonly #limits: AdmissionLimits;
  readonly #ofKeys = new Map<string, number>();
  #requests = 0;
  #bytes = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** @throws 503 if the node is full */
  requireRoom(bytes: number): void {
    const { requests, bytes: mostBytes } = this.#limits;
    if (this.#requests >= requests || this.#bytes + bytes > mostBytes)
      throw unavailable(sentence('records_waiting'), 2);
  }

  /**
   * Admits a request.
   * @param bytes the maximum size of the body
   * @returns an idempotent function that releases the place
   * @throws 429 if the key has reached its limit, 503 if the node is full
   */
  enter(key: string, bytes: number): () => void {
    this.requireRoom(bytes);
    const ofKey = this.#ofKeys.get(key) ?? 0;
    if (ofKey >= this.#limits.ofKey)
      throw new ApiError('too_many_attempts', sentence('key_requests_at_once', { most: ofKey }), {
        retryAfterSeconds: 1,
      });
    this.#ofKeys.set(key, ofKey + 1);
    this.#requests++;
    this.#bytes += bytes;
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#requests--;
      this.#bytes -= bytes;
      const left = (this.#ofKeys.get(key) ?? 1) - 1;
      if (left === 0) this.#ofKeys.delete(key);
      else this.#ofKeys.set(key, left);
    };
  }
}

const LIMITS: AdmissionLimits = { ofKey: 4, requests: 16, bytes: 48 * 1024 * 1024 };
const JSON_TYPE = 'application/json';

interface RecordsInput {
  readonly collection: IngestCollection;
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly key: ServiceKeyIdentity;
}
interface RecordsResponse {
  readonly counts: { readonly rejected: number };
  readonly results: readonly { readonly outcome: string }[];
}
type Verb = (context: AppContext, input: RecordsInput) => Promise<RecordsResponse>;

interface Admitted {
  readonly collection: IngestCollection;
  readonly key: ServiceKeyIdentity;
  readonly leave: () => void;
  isBeingHandled: boolean;
}

const UNSUPPORTED = new ApiError(
  'unsupported_type',
  sentence('records_type_expected', { jsonType: JSON_TYPE, linesType: RECORD_LINES_TYPE }),
);

/**
 * Serves the ingest call (SYNC-01). The key, the scope and the available room are checked before the body is read
 * (SYNC-02).
 */
export async function takeRecords(
  app: FastifyInstance,
  context: AppContext,
  readers: Pick<CredentialReaders, 'serviceKey' | 'requireInDemo'>,
  verb: Verb,
  limits = LIMITS,
): Promise<void> {
  const admission = new Admission(limits);
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  const encode = (context.settings.checksAnswers ? checkedEncoderOf : encoderOf)(ingestRecords.response);

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const bytes = bytesOf(request);
    admission.requireRoom(bytes);
    const key = await readers.serviceKey(request);
    const collection = collectionOf(request);
    requireScope({ serviceKey: key }, collection);
    await readers.requireInDemo(ingestRecords, request);
    // No close event would follow for this socket.
    if (request.raw.socket.destroyed) throw new ApiError('bad_request', sentence('client_gone'));
    const entry = { collection, key, leave: admission.enter(key.id, bytes), isBeingHandled: false };
    admitted.set(request, entry);
    // A client may disconnect before its body is read.
    reply.raw.once('close', () => leaveUnhandled(request));
  }

  /** Releases the place of a request that was not started. Started work continues without its client. */
  function leaveUnhandled(request: FastifyRequest): void {
    const entry = admitted.get(request);
    if (entry && !entry.isBeingHandled) entry.leave();
  }

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const entry = admitted.get(request);
    if (!entry) throw new Error('the request was not queued');
    entry.isBeingHandled = true;
    try {
      const query = z.safeDecode(ingestRecords.query, request.query as never);
      if (!query.success) throw badRequest(fieldErrorsOf(query.error.issues));
      if (!Buffer.isBuffer(request.body)) throw UNSUPPORTED;
      const { collection, key } = entry;
      const response = await verb(context, {
        collection,
        key,
        bytes: request.body,
        mediaType: mediaTypeOf(request),
      });
      const isSome = query.data.results === 'rejected';
      const results = response.results.filter(({ outcome }) => !isSome || outcome === 'rejected');
      reply.code(response.counts.rejected > 0 ? 207 : 200).type('application/json; charset=utf-8');
      return JSON.stringify(encode({ ...response, results } as Parameters<typeof encode>[0]));
    } finally {
      entry.leave();
    }
  }

  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser([JSON_TYPE, RECORD_LINES_TYPE], { parseAs: 'buffer' }, (request, body, parsed) =>
      isUtf8(request) ? parsed(null, body) : parsed(UNSUPPORTED),
    );
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(UNSUPPORTED));
    scope.route({
      method: 'POST',
      url: API_BASE + ingestRecords.path.replace('{collection}', ':collection'),
      bodyLimit: MAX_INGEST_BYTES,
      onRequest: admit,
      onResponse: async (request) => leaveUnhandled(request),
      handler: handle,
    });
    done();
  });
}

/** Returns the stated length, or the maximum if the length is missing or the body is compressed. */
function bytesOf({ headers }: FastifyRequest): number {
  const stated = Number(headers['content-length']);
  const isStated = headers['content-encoding'] === undefined && stated >= 0;
  return isStated ? Math.min(stated, MAX_INGEST_BYTES) : MAX_INGEST_BYTES;
}

const mediaTypeOf = ({ headers }: FastifyRequest): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** Checks the charset, because JSON allows only UTF-8 (RFC 8259, 8.1). */
function isUtf8({ headers }: FastifyRequest): boolean {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '') ?? [];
  return /^utf-?8$/i.test(charset);
}

function collectionOf({ params }: FastifyRequest): IngestCollection {
  const given = z.safeDecode(ingestRecords.params, params as never);
  if (given.success) return given.data.collection;
  throw new ApiError('not_found', sentence('no_collection', { collections: INGEST_COLLECTIONS.join(', ') }));
}
