import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** An HTTP response as received. */
export interface RawResponse {
  readonly status: number;
  /** Keyed by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Listens on a free loopback port and returns the port. */
export async function listenOnFreePort(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('it does not listen on a port');
  return address.port;
}

/**
 * Checks whether a response that closes the connection is complete. The server may still be reading a rejected
 * request.
 */
function isLastResponse(text: string): boolean {
  const head = text.slice(0, text.indexOf('\r\n\r\n'));
  if (!/^connection: close$/im.test(head)) return false;
  if (/^transfer-encoding: chunked$/im.test(head)) return text.endsWith('\r\n0\r\n\r\n');
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  return length !== undefined && text.length >= head.length + 4 + Number(length);
}

/**
 * Sends raw bytes and reads until the server closes the connection or has sent its last response.
 * @param hangUp closes the client's side after sending, for an incomplete request
 */
export async function sendRawRequest(
  port: number,
  bytes: string | Buffer,
  { hangUp = false }: { readonly hangUp?: boolean } = {},
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    if (isLastResponse(Buffer.concat(chunks).toString('latin1'))) socket.end();
  });
  // The responses received so far count, because a server may close the connection without reading the request.
  socket.on('error', () => undefined);
  if (hangUp) socket.end(bytes);
  else socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

/**
 * Parses the result of `exchange`, without interim responses (100 Continue).
 * @param isHead responses to HEAD have a length but no body
 */
export function parseResponses(
  text: string,
  { isHead = false }: { readonly isHead?: boolean } = {},
): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = text;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1] ?? Number.NaN);
    const headers = new Map(lines.map(headerOf));
    const isChunked = !isHead && headers.get('transfer-encoding') === 'chunked';
    const length = status < 200 || isHead ? 0 : Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY);
    const whole = rest.slice(end + 4, end + 4 + length);
    const { content, used } = isChunked ? joinChunks(whole) : { content: whole, used: whole.length };
    const body = decompress(Buffer.from(content, 'latin1'), headers.get('content-encoding')).toString();
    rest = rest.slice(end + 4 + used);
    if (status >= 200 || Number.isNaN(status)) responses.push({ status, headers, body });
  }
  return responses;
}

/** Decodes a chunked body; treats an incomplete one as empty. */
function joinChunks(text: string): { content: string; used: number } {
  let content = '';
  for (let used = 0; ; ) {
    const start = text.indexOf('\r\n', used) + 2;
    const length = Number.parseInt(text.slice(used, start), 16);
    if (start < 2 || Number.isNaN(length)) return { content: '', used: text.length };
    content += text.slice(start, start + length);
    used = start + length + 2;
    if (length === 0) return { content, used };
  }
}

function decompress(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(body);
  return encoding === 'br' ? brotliDecompressSync(body) : body;
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
