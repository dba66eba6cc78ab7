import type { Operation } from './operation.ts';
import { type IngestRecordsAnswer, type ListChangesAnswer, listChanges } from './operations.ts';

/** The address and the service key of a Wayside installation. */
export interface ClientOptions {
  /** The address of the server, without `/api/v1`: `https://backoffice.example.org`. */
  readonly url: string;
  /** A service key: `wsk_…`. Its scopes decide which calls work. */
  readonly key: string;
  /**
   * How often a call is retried if the server is overloaded or does not respond; 5 by default. Reads and records may
   * be sent twice.
   */
  readonly retries?: number;
  /** The timeout of a call in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number;
  /** A custom `fetch`. */
  readonly fetch?: typeof fetch;
}

/** An invalid field with its own message. */
export interface FieldError {
  readonly field: string;
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly message: string;
}

/** The error of a call that the server rejected. */
export class WaysideError extends Error {
  override readonly name = 'WaysideError';
  readonly status: number;
  /** The code of the error, for programs and translations; `message` is the English text with these parameters. */
  readonly code: string | null;
  readonly params: Readonly<Record<string, string | number>>;
  /** The invalid fields, with their names on the wire. */
  readonly errors: readonly FieldError[];
  /** The id of the request in the server's log. */
  readonly requestId: string | null;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(typeof body['message'] === 'string' ? body['message'] : `HTTP error! status: ${status}`);
    this.status = status;
    this.code = typeof body['code'] === 'string' ? body['code'] : null;
    this.params = typeof body['params'] === 'object' && body['params'] !== null ? { ...body['params'] } : {};
    this.errors = Array.isArray(body['errors']) ? body['errors'] : [];
    this.requestId = typeof body['requestId'] === 'string' ? body['requestId'] : null;
  }
}

/** The parameters of a call. */
interface Given<P, Q> {
  readonly path?: P;
  readonly query?: Q;
  readonly signal?: AbortSignal;
}

const BASE = '/api/v1';
const RETRIES = 5;
const TIMEOUT_MS = 30_000;
const MAX_RETRY_AFTER_SECONDS = 60;

/** A client for a Wayside installation with a service key. Pass it to `call`, `rows`, `changes` and `ingest`. */
export type Client = Required<ClientOptions>;

/** Creates a client. */
export const createClient = (options: ClientOptions): Client => ({
  retries: RETRIES,
  timeoutMs: TIMEOUT_MS,
  fetch: globalThis.fetch,
  ...options,
});

/**
 * Makes a call.
 * @throws {WaysideError} if the server rejects it
 */
export const call = <P extends object, Q extends object, A>(
  client: Client,
  operation: Operation<P, Q, A>,
  given: Given<P, Q> = {},
): Promise<A> => get(client, operation, { ...given.path }, { ...given.query }, given.signal);

function get<A>(
  client: Client,
  { method, path }: Operation<unknown, unknown, A>,
  parameters: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<A> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
  const given = Object.entries(query).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]));
  const search = new URLSearchParams(given);
  return send<A>(client, `${filled}${search.size > 0 ? `?${search}` : ''}`, {
    method,
    ...(signal ? { signal } : {}),
  });
}

/** Returns the rows of a list, page by page until the last one. */
export async function* rows<P extends object, Q extends object, R>(
  client: Client,
  operation: Operation<P, Q, { readonly data?: readonly R[] | null; readonly totalPages: number }>,
  given: Given<P, Omit<Q, 'page'>> = {},
): AsyncGenerator<R, void, undefined> {
  for (let page = 1; ; page += 1) {
    const query = { limit: 100, ...given.query, page };
    const { data, totalPages } = await get(client, operation, { ...given.path }, query, given.signal);
    yield* data ?? [];
    if (page >= totalPages) return;
  }
}

/** Events of the feed in order. Store the cursor in the transaction that processes the events. */
export interface Changes {
  readonly events: NonNullable<ListChangesAnswer['data']>;
  readonly cursor: string;
}

/**
 * Returns the events of the feed after a cursor until there are no more; call it again later with the last cursor.
 * @param after an empty string for all events
 */
export async function* changes(client: Client, after: string): AsyncGenerator<Changes, void, undefined> {
  for (let cursor = after; ; ) {
    const query = { limit: '100', ...(cursor === '' ? {} : { after: cursor }) };
    const { data: events, cursor: next } = await call(client, listChanges, { query });
    if (!events || events.length === 0) return;
    yield { events, cursor: next };
    cursor = next;
  }
}

/** Sends up to 1,000 records of a collection. The result lists each rejected record and its invalid fields. */
export const ingest = (
  client: Client,
  collection: string,
  records: readonly object[],
): Promise<IngestRecordsAnswer> =>
  send<IngestRecordsAnswer>(client, `/ingest/${collection}`, { method: 'POST', body: JSON.stringify(records) });

/** Sends a request until there is a response; respects Retry-After. */
async function send<A>(client: Client, path: string, init: RequestInit): Promise<A> {
  const { url, key, retries, timeoutMs } = client;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  for (let attempt = 0; ; attempt += 1) {
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    const response = await client
      .fetch(`${url}${BASE}${path}`, { ...init, headers, signal })
      .catch((error: unknown) => {
        if (init.signal?.aborted || attempt >= retries) throw error;
        return null;
      });
    if (response !== null && response.status !== 429 && response.status < 500) return read<A>(response);
    if (response !== null && attempt >= retries) return read<A>(response);
    const seconds = Math.min(Number(response?.headers.get('retry-after')) || 2 ** attempt, MAX_RETRY_AFTER_SECONDS);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

async function read<A>(response: Response): Promise<A> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && body !== null) return body as A;
  throw new WaysideError(response.status, (body ?? {}) as Readonly<Record<string, unknown>>);
}
