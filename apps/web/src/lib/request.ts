import { config } from './config.ts';
import { readToken } from './token.ts';

/** What goes out with a call; everything else is the same for all of them. */
export interface Outgoing {
  readonly method: string;
  /** Under /api/v1, with its query. */
  readonly path: string;
  /** Already encoded for the wire. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a call to the provider with JSON content type and the header `token` when there is one (AUTH-11).
 * @throws TypeError when the network fails, AbortError when `signal` aborts
 */
export function send({ method, path, body, signal }: Outgoing): Promise<Response> {
  const token = readToken();
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token) headers['token'] = token;
  if (body !== undefined) headers['content-type'] = 'application/json';
  return fetch(`${config().apiHost}/api/v1${path}`, {
    method,
    headers,
    // Whatever the provider says: a toggle that is a GET must reach it each time, and Refresh is meant.
    cache: 'no-store',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
}
