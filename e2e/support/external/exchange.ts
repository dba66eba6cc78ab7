import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request as a stranger's server has it. */
export interface Asked {
  readonly method: string;
  /** Under /api/v1, or at the root of the file host. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly token: string | undefined;
  readonly contentType: string | undefined;
  /** Parsed JSON; the raw text of a form. */
  readonly body: unknown;
  /** Whether the asker went away before the answer. */
  wasGivenUp: boolean;
}

/** JSON text of an answer with its status, or a body as it is. */
export interface Answer {
  readonly status?: number;
  readonly json?: unknown;
  readonly body?: string | Buffer;
  readonly type?: string;
}

/** A call that the stranger knows. `{}` in its path is an id. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly answer: (asked: Asked & { readonly id: string }) => Answer;
}

/** Reads all of a request. */
export async function readRequest(request: IncomingMessage): Promise<Asked> {
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
    wasGivenUp: false,
  };
}

/** What a browser on another origin needs to be let in, and no more. */
export const crossOrigin = (request: IncomingMessage) => ({
  'access-control-allow-origin': request.headers.origin ?? 'null',
  'access-control-allow-headers': 'token, content-type',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-max-age': '600',
});

/** Sends an answer. */
export function sendAnswer(response: ServerResponse, { status = 200, json, body, type }: Answer): void {
  const content = body ?? (json === undefined ? '' : JSON.stringify(json));
  response.writeHead(status, { 'content-type': type ?? 'application/json', 'cache-control': 'max-age=3600' });
  response.end(content);
}
