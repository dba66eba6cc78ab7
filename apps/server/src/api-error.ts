import { SENTENCES, type Sentence, type SentenceCode, type Sentences, sentence } from '@wayside/contract/sentences';
import { type ChangedNoun, type MissingNoun, roleCode } from '@wayside/contract/sentences/records';
import type { FieldError } from '@wayside/contract/wire/field-errors';
import type { Permission } from '@wayside/contract/wire/permissions';
import { type Params, type SentenceArguments, sentenceOf } from '@wayside/contract/wire/sentence';
import type { Conflict } from '@wayside/contract/wire/versioned';

/**
 * The reasons why a call fails. `http/errors.ts` maps each kind to an HTTP status. Responses don't contain the kind.
 */
export type ErrorKind =
  | 'invalid_credentials'
  | 'bad_request'
  | 'not_signed_in'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_type'
  | 'too_many_attempts'
  | 'unavailable';

/**
 * An error whose message may be shown to the user (API-14). Any other error becomes a 500 response without its
 * message.
 */
export class ApiError extends Error {
  readonly kind: ErrorKind;
  /** Parameters of the message, for translation (LANG-02). */
  readonly code: SentenceCode;
  readonly params: Params;
  readonly fieldErrors: readonly FieldError[];
  readonly retryAfterSeconds: number | null;
  /** The cursor at which the caller can continue to read the feed. */
  readonly cursor: string | null;
  /**
   * Only for 403: the ways in which the caller can prove their identity. After that, the same call succeeds
   * (TEAM-05).
   */
  readonly proofNeeded: readonly string[];
  /** Only for 412: the changes since the record was read. The contract of the call encodes them. */
  readonly conflict: Conflict | null;

  constructor(
    kind: ErrorKind,
    { code, params, message }: Sentence,
    details: {
      readonly fieldErrors?: readonly FieldError[];
      readonly retryAfterSeconds?: number;
      readonly cursor?: string;
      readonly proofNeeded?: readonly string[];
      readonly conflict?: Conflict;
    } = {},
  ) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.params = params;
    this.fieldErrors = details.fieldErrors ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.cursor = details.cursor ?? null;
    this.proofNeeded = details.proofNeeded ?? [];
    this.conflict = details.conflict ?? null;
  }
}

/**
 * @param field the field name as in the request; empty if the error concerns no field and its message is a complete
 *   sentence
 */
export const fieldError = <C extends SentenceCode>(
  field: string,
  ...[code, params]: SentenceArguments<Sentences, C>
): FieldError => ({ field, ...sentenceOf<C>(SENTENCES, code, params) });

/** Creates a function that makes errors of one kind from a code and its parameters. */
const errorFactory =
  (kind: ErrorKind) =>
  <C extends SentenceCode>(...[code, params]: SentenceArguments<Sentences, C>): ApiError =>
    new ApiError(kind, sentenceOf<C>(SENTENCES, code, params));

/** 400: the request is malformed. Each error contains the name of its field as it is spelled in the request. */
export function badRequest(fieldErrors: readonly FieldError[]): ApiError {
  const fields = fieldErrors.map(({ field, message }) => (field ? `${field} ${message}` : message)).join('; ');
  return new ApiError('bad_request', sentence('wrong_fields', { fields }), { fieldErrors });
}

/** 400: an error of one field. Its message already contains the name of the field. */
export const invalidField = (field: string, reason: Sentence) =>
  new ApiError('bad_request', reason, { fieldErrors: [{ field, ...reason }] });

export const notSignedIn = () => new ApiError('not_signed_in', sentence('not_signed_in'));

export const invalidKey = errorFactory('not_signed_in');

export const forbidden = errorFactory('forbidden');

/** 403: the role lacks a permission (TEAM-01). */
export const permissionDenied = (permission: Permission) => forbidden(roleCode(permission));

/**
 * 403: the session is valid, but its last proof of identity is too old (TEAM-05). @param methods the ways to prove
 * identity
 */
export const proofRequired = (methods: readonly string[]) =>
  new ApiError('forbidden', sentence('proof_needed'), { proofNeeded: methods });

/** 404: the record does not exist. @param noun the kind of record */
export const notFound = (noun: MissingNoun) => new ApiError('not_found', sentence(`no_${noun}`));

/** 409: the current state of the record does not allow the change. */
export const conflict = errorFactory('conflict');

/** 410: the entry that the cursor points to is no longer stored. @param cursor the oldest entry that is still stored */
export const gone = (reason: Sentence, cursor: string) => new ApiError('gone', reason, { cursor });

/** 412: the record has changed since the caller read it (EDIT-01). */
export const preconditionFailed = (noun: ChangedNoun, conflict: Conflict) =>
  new ApiError('precondition_failed', sentence(conflict.record === null ? `${noun}_deleted` : `${noun}_changed`), {
    conflict,
  });

export const tooManyAttempts = (retryAfterSeconds: number) =>
  new ApiError('too_many_attempts', sentence('too_many_attempts', { count: Math.ceil(retryAfterSeconds / 60) }), {
    retryAfterSeconds,
  });

/** 503 with Retry-After: a part of the system does not respond. */
export const unavailable = (reason: Sentence, retryAfterSeconds: number) =>
  new ApiError('unavailable', reason, { retryAfterSeconds });
