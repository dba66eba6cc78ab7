import type { Endpoint } from '@wayside/contract/wire/endpoint';
import { encoderOf } from '@wayside/contract/wire/wire';
import type { FastifyRequest } from 'fastify';
import { ApiError, badRequest } from '../../api-error.ts';

const ANY = '*';
/** A list of entity tags (RFC 9110, 8.8.3); a weak one never matches. */
const TAG = /(W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
const TAGS = new RegExp(`^\\s*${TAG.source}(\\s*,\\s*${TAG.source})*\\s*$`);

/**
 * The strong entity tags of If-Match; `*` for any record that exists.
 * @returns null where the call takes no version or the request has no condition
 * @throws 400
 */
export function ifMatchOf({ conflict }: Endpoint, { headers }: FastifyRequest): readonly string[] | null {
  const header = headers['if-match'];
  if (conflict === null || header === undefined) return null;
  if (header.trim() === ANY) return [ANY];
  if (!TAGS.test(header)) throw badRequest([{ field: 'If-Match', message: 'must be an entity tag' }]);
  return [...header.matchAll(TAG)].filter(([, weak]) => weak === undefined).map(([tag]) => tag);
}

/** A 412 with what has changed, as the wire spells it (EDIT-01). */
export class EncodedConflict extends ApiError {
  readonly content: object;

  constructor({ code, message }: ApiError, content: unknown) {
    super(code, message);
    this.content = typeof content === 'object' && content !== null ? content : {};
  }
}

/** The error, with its conflict as the contract of the call spells it. */
export function encodeConflict({ conflict }: Endpoint, error: unknown): unknown {
  if (!(error instanceof ApiError) || error.conflict === null || conflict === null) return error;
  return new EncodedConflict(error, encoderOf(conflict)(error.conflict));
}

/** The header ETag with the version of the one record that an answer holds; empty where it holds none. */
export function etagOfAnswer(answer: unknown): Record<string, string> {
  const etag = field(field(answer, 'record'), 'etag');
  return typeof etag === 'string' ? { etag } : {};
}

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
