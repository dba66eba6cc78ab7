import type { SentenceCode } from '@wayside/contract/sentences';
import type { Endpoint } from '@wayside/contract/wire/endpoint';
import { fieldErrorsOf } from '@wayside/contract/wire/field-errors';
import { failure, isFailure } from '@wayside/contract/wire/outcome';
import { EMPTY_SENTENCE, type ResponseSentence, sentenceFields } from '@wayside/contract/wire/sentence-fields';
import { decodeLeniently, type Wire } from '@wayside/contract/wire/wire';
import * as z from 'zod/mini';
import { t } from '../languages/text.ts';
import { ApiError, type TypedFieldError } from './api-error.ts';
import { config, isOwnServer } from './config.ts';
import { createListeners } from './listeners.ts';
import { proofCount, requestProof } from './proof.ts';
import { READ_TIMEOUT_MS, send, sendForm } from './request.ts';
import { sentenceText } from './sentence-text.ts';
import { readToken } from './token.ts';

// The content security policy forbids eval, which zod would otherwise use for speed.
z.config({ jitless: true });

const unauthorized = createListeners();
const forbiddenListeners = createListeners();

/** Calls a listener for each 401 response that ends the session (AUTH-09). */
export const onUnauthorized = unauthorized.subscribe;

/** Calls a listener for each 403 response; the permissions are then reloaded (TEAM-01). */
export const onForbidden = forbiddenListeners.subscribe;

export interface CallInput<P, Q, B> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly signal?: AbortSignal | undefined;
  /** Replaces the token of this tab's session. */
  readonly token?: string;
  /** The expected version of the record; the update fails with 412 if it has changed (EDIT-01). */
  readonly ifMatch?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isKeptAlive?: boolean;
  /** Time limit for the complete response. A stream has none unless this is set. */
  readonly timeoutMs?: number;
  /** Called with the share of a file that is sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Time limit for the response to a change. It is long, because a preview of payments reads all balances. */
const CHANGE_TIMEOUT_MS = 60_000;
/** Time limit for a file upload over a slow connection. */
const UPLOAD_TIMEOUT_MS = 600_000;

function timeoutOf({ fileLimitBytes, isChange }: Pick<Endpoint, 'fileLimitBytes' | 'isChange'>): number {
  if (fileLimitBytes !== null) return UPLOAD_TIMEOUT_MS;
  return isChange ? CHANGE_TIMEOUT_MS : READ_TIMEOUT_MS;
}

/**
 * Calls an endpoint of the contract and decodes the response leniently (API-15). @throws ApiError, including for a
 * timeout (ERR-03); an AbortError is rethrown
 */
export async function call<P, Q, B, A>(endpoint: Endpoint<P, Q, B, A>, input: CallInput<P, Q, B> = {}): Promise<A> {
  const response = await fetchResponse(endpoint, { timeoutMs: timeoutOf(endpoint), ...input });
  const content = await readContent(endpoint, response);
  if (isFailure(endpoint, content)) {
    throw new ApiError('The server returned an error', {
      kind: 'rejected',
      status: response.status,
      ...readErrorBody(content),
    });
  }
  const answer = decodeLeniently(endpoint.response, content, (path, issue) => {
    console.warn(`${endpoint.name}: ${path || 'the answer'} ${issue}`);
  });
  if (answer === undefined) {
    console.error(`${endpoint.name}: the response cannot be decoded`);
    throw new ApiError('The response cannot be read', { kind: 'network', status: response.status });
  }
  return translateMessage(answer);
}

/** Returns the response with its message in the user's language. */
const translateMessage = <A>(response: A): A =>
  hasSentenceFields(response) ? { ...response, message: sentenceText(response) } : response;

const hasSentenceFields = (response: unknown): response is ResponseSentence =>
  typeof response === 'object' && response !== null && Object.keys(sentenceFields).every((key) => key in response);

/**
 * Calls an endpoint of the contract and returns the raw response, for a table that is read as a stream. @throws
 * ApiError for a status outside 2xx; rethrows an AbortError
 */
export async function fetchResponse<P, Q, B, A>(
  endpoint: Endpoint<P, Q, B, A>,
  input: CallInput<P, Q, B>,
): Promise<Response> {
  const token = readToken();
  const proofs = proofCount();
  const response = await sendRequest(endpoint, input);
  if (response.ok) return response;
  const content: unknown = await response.json().catch(() => null);
  // Excludes calls with an explicit token, such as a login with a wrong password, and calls of a session that has
  // been replaced since (AUTH-09).
  const isOwn = input.token === undefined && readToken() === token;
  if (response.status === 403 && isOwn && isOwnServer()) {
    const { proofNeeded = [] } = decodeLeniently(failure, content, () => undefined) ?? {};
    if (proofNeeded.length > 0) {
      const isProved = proofCount() > proofs || (await requestProof(proofNeeded));
      if (isProved) return fetchResponse(endpoint, input);
      throw new ApiError('The user did not confirm their identity', { kind: 'cancelled' });
    }
  }
  if (response.status === 401 && endpoint.permission !== 'public' && isOwn) unauthorized.notify();
  if (response.status === 403 && isOwn) forbiddenListeners.notify();
  throw httpError(endpoint, response, content);
}

async function sendRequest<P, Q, B, A>(
  endpoint: Endpoint<P, Q, B, A>,
  input: CallInput<P, Q, B>,
): Promise<Response> {
  const body =
    endpoint.body && input.body !== undefined ? encodeFields(endpoint, endpoint.body, input.body) : undefined;
  const path = pathOf(endpoint, input);
  try {
    const outgoing = {
      // Updates use the HTTP method that the provider expects (API-13).
      method: endpoint.method === 'PATCH' ? config().updateMethod : endpoint.method,
      path,
      isOfFileHost: endpoint.isOfFileHost,
      signal: signalOf(input),
      ifMatch: input.ifMatch ?? null,
      isKeptAlive: input.isKeptAlive ?? false,
      ...(input.token === undefined ? {} : { token: input.token }),
      ...(input.headers === undefined ? {} : { headers: input.headers }),
    };
    if (endpoint.fileLimitBytes !== null) return await sendForm(outgoing, formOf(body), input.onProgress);
    return await send({ ...outgoing, body });
  } catch (error) {
    if (input.signal?.aborted) throw error;
    if (isTimeout(error)) throw createTimeoutError(endpoint, error);
    console.error(`${endpoint.name}: no answer`, error);
    throw new ApiError('No response from the server', { kind: 'network', cause: error });
  }
}

function signalOf({ signal, timeoutMs }: Pick<CallInput<never, never, never>, 'signal' | 'timeoutMs'>) {
  if (timeoutMs === undefined) return signal;
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

function createTimeoutError({ name, isChange }: Pick<Endpoint, 'name' | 'isChange'>, cause: unknown): ApiError {
  console.error(`${name}: no answer in time`);
  return new ApiError('No response in time', {
    kind: 'timeout',
    cause,
    serverMessage: isChange
      ? t('The server did not respond in time. The change may have been saved: check before you repeat it.')
      : null,
  });
}

/** Returns a form with all fields that have a value; files are passed unchanged. */
function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(body ?? {})) {
    if (value instanceof Blob) form.append(key, value);
    else if (value !== null && value !== undefined) form.append(key, String(value));
  }
  return form;
}

function pathOf<P, Q, B, A>(endpoint: Endpoint<P, Q, B, A>, input: CallInput<P, Q, B>): string {
  const params = encodeFields(endpoint, endpoint.params, input.params);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(encodeFields(endpoint, endpoint.query, input.query))) {
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/**
 * Encodes a value for the request. @throws ApiError with the fields that do not match the contract; the request is
 * then not sent
 */
function encodeFields<T>(
  { name }: Pick<Endpoint, 'name'>,
  schema: Wire<T>,
  value: T | undefined,
): Record<string, unknown> {
  if (value === undefined) return {};
  const result = z.safeEncode(schema, value);
  if (result.success) return result.data as Record<string, unknown>;
  const fields = fieldErrorsOf(result.error.issues).map((error) => toTypedFieldError(error));
  console.error(`${name}: not sent`, fields);
  throw new ApiError('The values do not match the contract', { kind: 'invalid', fields });
}

/**
 * Reads the JSON of a successful response. External providers may respond to a change with an empty body or plain
 * text (API-15).
 */
async function readContent(endpoint: Pick<Endpoint, 'name' | 'isChange'>, response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    if (endpoint.isChange && isPlainText(response, text)) return {};
    const content: unknown = JSON.parse(text);
    const isRecord = typeof content === 'object' && content !== null && !Array.isArray(content);
    return isRecord || !endpoint.isChange ? content : {};
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    if (isTimeout(error)) throw createTimeoutError(endpoint, error);
    console.error(`${endpoint.name}: the answer is not JSON`, error);
    throw new ApiError('The response is not JSON', { kind: 'network', status: response.status, cause: error });
  }
}

/** Checks whether the body is empty, or plain text such as "OK" that is neither HTML nor the start of JSON. */
function isPlainText(response: Response, text: string): boolean {
  const isPlain = /^text\/plain\b/.test(response.headers.get('content-type') ?? '');
  return text.trim() === '' || (isPlain && !/^\s*[<{["]/.test(text));
}

const PRECONDITION_FAILED = 412;

function httpError(
  { name, conflict }: Pick<Endpoint, 'name' | 'conflict'>,
  response: Response,
  content: unknown,
): ApiError {
  const isConflict = conflict !== null && response.status === PRECONDITION_FAILED;
  const error = new ApiError(`HTTP error! status: ${response.status}`, {
    kind: 'http',
    status: response.status,
    ...readErrorBody(content),
    conflict: isConflict ? (decodeLeniently(conflict, content, () => undefined) ?? null) : null,
  });
  console.error(name, error.message);
  return error;
}

type ErrorBody = Pick<ApiError, 'code' | 'params' | 'serverMessage' | 'fields'>;

function readErrorBody(content: unknown): ErrorBody {
  const decoded = decodeLeniently(failure, content, () => undefined);
  const { code, params } = decoded ?? EMPTY_SENTENCE;
  const fields = (decoded?.errors ?? []).map((error) => toTypedFieldError(error));
  // The message with the code `wrong_fields` consists only of the messages of its fields.
  const isOfFields = code === ('wrong_fields' satisfies SentenceCode);
  const serverMessage = isOfFields ? fields.map(fieldText).join('; ') : sentenceText(decoded ?? EMPTY_SENTENCE);
  return { code, params, serverMessage, fields };
}

const toTypedFieldError = (error: ResponseSentence & { field: string }): TypedFieldError => ({
  ...error,
  message: sentenceText(error) ?? '',
});

const fieldText = ({ field, message }: TypedFieldError): string => (field ? `${field} ${message}` : message);
