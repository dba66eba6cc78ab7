import type { FieldError } from '@wayside/contract/wire/field-errors';

/** A refusal that the person may read (API-14). Anything else that is thrown is a 500 without its text. */
export class ApiError extends Error {
  readonly statusCode: number;
  readonly problems: readonly FieldError[];
  readonly retryAfterSeconds: number | null;

  constructor(
    statusCode: number,
    message: string,
    details: { readonly problems?: readonly FieldError[]; readonly retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.statusCode = statusCode;
    this.problems = details.problems ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/** 400: the request is malformed; each problem names its field in the wire's spelling. */
export function badRequest(problems: readonly FieldError[]): ApiError {
  const message = problems.map(({ field, message }) => (field ? `${field} ${message}` : message)).join('; ');
  return new ApiError(400, message, { problems });
}

/** 401: there is no session, or it has ended. */
export const notSignedIn = () => new ApiError(401, 'Please sign in.');

/** 404: the record is not here. `noun` for a person: "customer". */
export const notFound = (noun: string) => new ApiError(404, `There is no ${noun} with this id.`);

/** 409: the record's present state does not allow it. */
export const conflict = (message: string) => new ApiError(409, message);

/** 429: too many attempts. */
export const tooManyAttempts = (retryAfterSeconds: number) =>
  new ApiError(429, `Too many attempts. Please try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`, {
    retryAfterSeconds,
  });
