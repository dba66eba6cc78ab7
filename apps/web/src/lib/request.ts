import { config } from './config.ts';
import { readToken } from './token.ts';

/** What goes out with a call; everything else is the same for all of them. */
export interface Outgoing {
  readonly method: string;
  /** Under /api/v1 or at the root of the file host, with its query. */
  readonly path: string;
  readonly isOfFileHost?: boolean;
  /** Already encoded for the wire. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Answers that were asked for before the application was there, by path. */
const ahead = new Map<string, Promise<Response>>();

/** Asks for what the first screen is about to ask for: the first `send` of each path gets that answer. */
export function preload(paths: readonly string[]): void {
  for (const path of paths) {
    const answer = transmit({ method: 'GET', path });
    // Who takes it hears of a failure.
    answer.catch(() => undefined);
    ahead.set(path, answer);
  }
}

/** Drops what the first screen did not ask for: it would be old by the time somebody does. */
export function forgetAhead(): void {
  ahead.clear();
}

/**
 * Sends a call to the provider with JSON content type and the header `token` when there is one (AUTH-11).
 * @throws TypeError when the network fails, AbortError when `signal` aborts
 */
export function send(outgoing: Outgoing): Promise<Response> {
  const answer = outgoing.method === 'GET' ? ahead.get(outgoing.path) : undefined;
  ahead.delete(outgoing.path);
  return answer ?? transmit(outgoing);
}

function transmit({ method, path, isOfFileHost = false, body, signal }: Outgoing): Promise<Response> {
  const token = readToken();
  // The contract wants the content type of every call, also of one without a body (API-13).
  const headers: Record<string, string> = { accept: 'application/json', 'content-type': 'application/json' };
  if (token) headers['token'] = token;
  return fetch(addressOf(path, isOfFileHost), {
    method,
    headers,
    // Whatever the provider says: a toggle that is a GET must reach it each time, and Refresh is meant.
    cache: 'no-store',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
}

/** Sends a form with a file, and tells how much of it has gone out, from 0 to 1; `fetch` would not tell. */
export function sendForm(
  { method, path, isOfFileHost = false, signal }: Outgoing,
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
    request.onabort = () => reject(new DOMException('The upload was given up', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

function addressOf(path: string, isOfFileHost: boolean): string {
  const { apiHost, fileHost } = config();
  return isOfFileHost ? `${fileHost || apiHost}${path}` : `${apiHost}/api/v1${path}`;
}
