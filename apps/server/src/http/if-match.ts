import { ApiError, badRequest } from '../api-error.ts';

const ANY = '*';
/** A list of entity tags (RFC 9110, 8.8.3); a weak one never matches. */
const TAG = /(W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
const TAGS = new RegExp(`^\\s*${TAG.source}(\\s*,\\s*${TAG.source})*\\s*$`);

/**
 * The strong entity tags of If-Match; `*` for any record that exists.
 * @returns null without the header: the update has no condition
 * @throws 400
 */
export function readIfMatch(header: string | undefined): readonly string[] | null {
  if (header === undefined) return null;
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

/** The version of the one record that an answer holds, for the header ETag; null where it holds none. */
export function etagOfAnswer(answer: unknown): string | null {
  const record = field(answer, 'record');
  const etag = field(record, 'etag');
  return typeof etag === 'string' ? etag : null;
}

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
