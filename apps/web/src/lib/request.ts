import { config } from './config.ts';
import { readToken } from './token.ts';

export interface OutgoingRequest {
  readonly method: string;
  /** The path and query, below /api/v1 or at the root of the file host. */
  readonly path: string;
  readonly isOfFileHost?: boolean;
  readonly token?: string;
  readonly ifMatch?: string | null;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly isKeptAlive?: boolean;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Time limit for the response to a read. */
export const READ_TIMEOUT_MS = 30_000;

/** Responses of `preload`, by path. */
const preloaded = new Map<string, Promise<Response>>();

/** Starts the calls of the first screen before the application has loaded; `send` uses the responses. */
export function preload(paths: readonly string[]): void {
  for (const path of paths) {
    const response = transmit({ method: 'GET', path, signal: AbortSignal.timeout(READ_TIMEOUT_MS) });
    // `send` reports the failure.
    response.catch(() => undefined);
    preloaded.set(path, response);
  }
}

export function clearPreloaded(): void {
  preloaded.clear();
}

/**
 * Sends a request to the provider with the JSON content type and, if there is a token, the header `token` (AUTH-11).
 * @throws TypeError if the network fails, or the reason of `signal` if it aborts
 */
export function send(outgoing: OutgoingRequest): Promise<Response> {
  if (outgoing.token !== undefined) return transmit(outgoing);
  const response = outgoing.method === 'GET' ? preloaded.get(outgoing.path) : undefined;
  preloaded.delete(outgoing.path);
  return response ?? transmit(outgoing);
}

function transmit(outgoing: OutgoingRequest): Promise<Response> {
  const { method, path, isOfFileHost = false, token = readToken(), ifMatch, body, signal } = outgoing;
  // Every request has the content type, even without a body (API-13).
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...outgoing.headers,
  };
  if (token) headers['token'] = token;
  if (ifMatch) headers['if-match'] = ifMatch;
  return fetch(addressOf(path, isOfFileHost), {
    method,
    headers,
    // Bypasses the cache, because Refresh and GET requests that toggle a field must always reach the provider.
    cache: 'no-store',
    keepalive: outgoing.isKeptAlive ?? false,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
}

export function sendForm(
  { method, path, isOfFileHost = false, signal }: OutgoingRequest,
  form: FormData,
  onProgress: (share: number) => void = () => undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, addressOf(path, isOfFileHost));
    const token = readToken();
    if (token) request.setRequestHeader('token', token);
    request.setRequestHeader('accept', 'application/json');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(new Response(request.responseText || null, { status: request.status }));
    request.onerror = () => reject(new TypeError('The upload failed'));
    request.onabort = () => reject(signal?.reason ?? new DOMException('The upload was aborted', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

function addressOf(path: string, isOfFileHost: boolean): string {
  const { apiHost, fileHost } = config();
  return isOfFileHost ? `${fileHost || apiHost}${path}` : `${apiHost}/api/v1${path}`;
}
