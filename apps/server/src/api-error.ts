import type { FieldError } from '@wayside/contract/wire/field-errors';
import type { Conflict } from '@wayside/contract/wire/versioned';

/** Why a call fails; `http/errors.ts` gives each code its status. The wire carries no code. */
export type ErrorCode =
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

/** A failure whose message the person may read (API-14). Any other error is answered as 500 without its text. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fieldErrors: readonly FieldError[];
  readonly retryAfterSeconds: number | null;
  /** Where a feed that is read by a cursor continues. */
  readonly cursor: string | null;
  /** Only for 403: how the caller can prove who they are, after which the same call works (TEAM-05). */
  readonly proofNeeded: readonly string[];
  /** Only for 412: what has changed. The contract of the call encodes it. */
  readonly conflict: Conflict | null;

  constructor(
    code: ErrorCode,
    message: string,
    details: {
      readonly fieldErrors?: readonly FieldError[];
      readonly retryAfterSeconds?: number;
      readonly cursor?: string;
      readonly proofNeeded?: readonly string[];
      readonly conflict?: Conflict;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.fieldErrors = details.fieldErrors ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.cursor = details.cursor ?? null;
    this.proofNeeded = details.proofNeeded ?? [];
    this.conflict = details.conflict ?? null;
  }
}

/** 400: the request is malformed; each error names its field as the wire spells it. */
export function badRequest(fieldErrors: readonly FieldError[]): ApiError {
  const sentences = fieldErrors.map(({ field, message }) => (field ? `${field} ${message}` : message));
  return new ApiError('bad_request', sentences.join('; '), { fieldErrors });
}

export const notSignedIn = () => new ApiError('not_signed_in', 'Please sign in.');

export const invalidKey = (message: string) => new ApiError('not_signed_in', message);

export const forbidden = (message: string) => new ApiError('forbidden', message);

/** 403: the session is right and its last proof too old (TEAM-05). @param methods ways to give one */
export const proofNeeded = (methods: readonly string[]) =>
  new ApiError('forbidden', 'Please confirm that it is you.', { proofNeeded: methods });

/** 404. @param noun the kind of record as people call it: "customer" */
export const notFound = (noun: string) => new ApiError('not_found', `There is no ${noun} with this id.`);

/** 409: the present state of the record does not allow the change. */
export const conflict = (message: string) => new ApiError('conflict', message);

/** 410: what the cursor points to is no longer kept. @param cursor the oldest one that is */
export const gone = (message: string, cursor: string) => new ApiError('gone', message, { cursor });

/** 412: the record is not the one that was read (EDIT-01). @param noun as for a 404 */
export const changedMeanwhile = (noun: string, conflict: Conflict) =>
  new ApiError(
    'precondition_failed',
    conflict.record === null
      ? `This ${noun} has been deleted in the meantime.`
      : `This ${noun} has been changed in the meantime. Nothing was saved.`,
    { conflict },
  );

export const tooManyAttempts = (retryAfterSeconds: number) =>
  new ApiError(
    'too_many_attempts',
    `Too many attempts. Please try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`,
    { retryAfterSeconds },
  );

/** 503 with Retry-After: a part of the system does not answer now. */
export const unavailable = (message: string, retryAfterSeconds: number) =>
  new ApiError('unavailable', message, { retryAfterSeconds });
