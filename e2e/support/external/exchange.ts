import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request that the external API received. */
export interface ReceivedRequest {
  readonly method: string;
  /** The path under /api/v1 or under the root of the file host. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly token: string | undefined;
  readonly contentType: string | undefined;
  /** Parsed JSON, or the raw text of a form. */
  readonly body: unknown;
  /** Whether the browser aborted it before the response. */
  wasAborted: boolean;
}

/** A response with a JSON value or a raw body. */
export interface ExternalResponse {
  readonly status?: number;
  readonly json?: unknown;
  readonly body?: string | Buffer;
  readonly type?: string;
}

/** A call that the external API implements. `{}` in its path is an id. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly respond: (request: ReceivedRequest & { readonly id: string }) => ExternalResponse;
}

/** Reads a complete request. */
export async function readRequest(request: IncomingMessage): Promise<ReceivedRequest> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://provider');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('latin1');
  const isJson = request.headers['content-type'] === 'application/json';
  const token = request.headers['token'];
  return {
    method: request.method ?? 'GET',
    path: pathname.replace(/^\/api\/v1(?=\/)/, ''),
    query: Object.fromEntries(searchParams),
    token: typeof token === 'string' ? token : undefined,
    contentType: request.headers['content-type'],
    body: isJson && text !== '' ? JSON.parse(Buffer.from(text, 'latin1').toString('utf8')) : text,
    wasAborted: false,
  };
}

/** Returns the CORS headers of every response. */
export const corsHeaders = (request: IncomingMessage) => ({
  'access-control-allow-origin': request.headers.origin ?? 'null',
  'access-control-allow-headers': 'token, content-type',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-max-age': '600',
});

export function sendResponse(response: ServerResponse, { status = 200, json, body, type }: ExternalResponse): void {
  const content = body ?? (json === undefined ? '' : JSON.stringify(json));
  response.writeHead(status, { 'content-type': type ?? 'application/json', 'cache-control': 'max-age=3600' });
  response.end(content);
}

/**
 * The ways in which a call can fail. `failure` is a message with "status false"; `json` is a body with status 200;
 * `held` delays the usual response until its promise resolves; `no cors` omits the CORS headers.
 */
export type NextResponse =
  | 'html 500'
  | 'html 502'
  | 'html 200'
  | 'status false'
  | { readonly failure: string }
  | { readonly json: unknown }
  | { readonly status: number; readonly message: string }
  | 'unauthorized'
  | 'empty'
  | 'truncated'
  | 'dropped'
  | 'no cors'
  | { readonly held: Promise<void> };

const page = (title: string) => `<!doctype html><title>${title}</title><h1>${title}</h1><hr>external/1.0`;
const html = (status: number, title: string): ExternalResponse => ({
  status,
  body: page(title),
  type: 'text/html',
});

const FAILURE_RESPONSES: Readonly<Record<string, ExternalResponse>> = {
  'html 500': html(500, 'Internal Server Error'),
  'html 502': html(502, 'Bad Gateway'),
  'html 200': html(200, 'Welcome'),
  'status false': { json: { status: false, success: false } },
  unauthorized: { status: 401, json: { message: 'jwt expired' } },
  empty: { body: '' },
  truncated: { body: '{"status":true,"data":[{"na' },
};

/** Returns the response for a failure, unless the failure is one of the connection. */
export function failureResponse(
  how: Exclude<NextResponse, 'dropped' | 'no cors' | { held: unknown }>,
): ExternalResponse {
  if (typeof how === 'string') return FAILURE_RESPONSES[how] ?? {};
  if ('json' in how) return how;
  if ('failure' in how) return { json: { status: false, success: false, message: how.failure } };
  return { status: how.status, json: { message: how.message } };
}

/** The response to calls that the external API does not implement. */
export const unknownCallResponse = html(404, 'Not Found');

type Json = Record<string, unknown>;

/** Returns a page of records with its numbers as text; a page beyond the last one is empty. */
export function pageOf(records: readonly unknown[], query: Readonly<Record<string, string>>) {
  const [page, limit] = [Number(query['page'] ?? 1), Number(query['limit'] ?? 10)];
  return {
    data: records.slice((page - 1) * limit, page * limit),
    total: String(records.length),
    totalPages: String(Math.ceil(records.length / limit)),
    currentPage: String(page),
  };
}

/** Returns the record with this id, which may be text or a number. */
export function findById(records: readonly unknown[], id: string): Json | undefined {
  return records.find((record): record is Json => isRecord(record) && String(record['_id']) === id);
}

/** Removes a record from its list. */
export function removeById(records: unknown[], id: string): boolean {
  const place = records.indexOf(findById(records, id));
  if (place >= 0) records.splice(place, 1);
  return place >= 0;
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
