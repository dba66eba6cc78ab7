import type { Params } from '@wayside/contract/wire/sentence';
import type { ResponseSentence } from '@wayside/contract/wire/sentence-fields';
import type { Conflict } from '@wayside/contract/wire/versioned';
import { domainKey } from '@wayside/contract/wire/wire-object';

/**
 * The reason why a call failed. `http`: a status outside 2xx. `rejected`: 2xx with a body that reports a failure
 * (API-18). `network`: no response, or an unreadable one. `invalid`: not sent, because its values do not match the
 * contract. `timeout`: no response in time. `cancelled`: the user did not confirm their identity (TEAM-05); no
 * message is needed.
 */
export type ApiErrorKind = 'http' | 'rejected' | 'network' | 'invalid' | 'timeout' | 'cancelled';

/** A field that the server or the contract rejected, by its API name, with a message for the user. */
export interface TypedFieldError extends Pick<ResponseSentence, 'code' | 'params'> {
  readonly field: string;
  readonly message: string;
}

interface ApiErrorDetails {
  readonly kind: ApiErrorKind;
  readonly status?: number;
  readonly code?: string | null;
  readonly params?: Params | null;
  readonly serverMessage?: string | null;
  readonly fields?: readonly TypedFieldError[];
  readonly conflict?: Conflict | null;
  readonly cause?: unknown;
}

export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly status: number;
  /** The code and parameters of the server's message; null if an external provider sent the error (LANG-02). */
  readonly code: string | null;
  readonly params: Params | null;
  /** The server's message, if any (ERR-01), or a note that the outcome of a change is unknown (ERR-03). */
  readonly serverMessage: string | null;
  readonly fields: readonly TypedFieldError[];
  /** The body of a 412 response: the changes by another user (EDIT-01). */
  readonly conflict: Conflict | null;

  constructor(message: string, details: ApiErrorDetails) {
    super(message, { cause: details.cause });
    this.name = 'ApiError';
    this.kind = details.kind;
    this.status = details.status ?? 0;
    this.code = details.code ?? null;
    this.params = details.params ?? null;
    this.serverMessage = details.serverMessage ?? null;
    this.fields = details.fields ?? [];
    this.conflict = details.conflict ?? null;
  }
}

/** Checks whether the user cancelled the call; the screen then stays unchanged, without a message (TEAM-05). */
export function isCancelled(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'cancelled';
}

/** Checks whether the session has ended; the page then asks for the password (EDIT-02). */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/**
 * Returns the message of a failure: the server's message, or else the screen's own text (ERR-01). Empty if the user
 * cancelled the call.
 */
export function failureText(error: unknown, fixedText: string): string {
  if (isCancelled(error)) return '';
  return (error instanceof ApiError && error.serverMessage) || fixedText;
}

/**
 * Works like `failureText`, with different texts for a response with status false and for an exception (BOOK-06,
 * PAYM-04).
 */
export function loadFailureText(error: unknown, texts: { rejected: string; exception: string }): string {
  const isApiError = error instanceof ApiError && error.kind === 'rejected';
  return failureText(error, isApiError ? texts.rejected : texts.exception);
}

/** Checks whether a retry can help. It cannot after a 4xx or a response with status false (ERR-02). */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return isUnanswered(error) || (error.kind === 'http' && error.status >= 500);
}

/** Checks whether a call received no response in time (ERR-03). */
export const isTimedOut = (error: unknown): boolean => error instanceof ApiError && error.kind === 'timeout';

/** Checks whether a call received no response, for example without a network. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && ['network', 'timeout'].includes(error.kind);

/** Returns the rejected fields of a body by their domain names, with the server's messages (API-14). */
export function fieldErrors(body: object | null, error: unknown): { name: string; message: string }[] {
  if (!(error instanceof ApiError) || body === null) return [];
  return error.fields.map(({ field, message }) => ({ name: domainKey(body, field), message }));
}
