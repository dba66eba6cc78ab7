import type { Duplex } from 'node:stream';
import type { ConnectionError } from 'fastify';
import { BARE_HEADERS } from './headers.ts';

const UNREADABLE = ['400 Bad Request', 'The request could not be read.'] as const;
const REFUSALS: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The address or the headers are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', 'The body is too large: 1 MB at most.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not come in time.'],
};

const LINGER_MS = 1_000;

/** Writes a refusal onto a socket and hangs up. */
export function answerRawly(socket: Duplex, statusLine: string, message: string): void {
  const body = JSON.stringify({ status: false, message });
  const headers = {
    ...BARE_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const head = [`HTTP/1.1 ${statusLine}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // It reads what is under way, so that the answer is not lost, and does not wait for somebody who never hangs up.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

// Node keeps the answer that is being sent on the socket: more bytes would be read as a part of it.
function isAnswering(socket: Duplex): boolean {
  const current: unknown = Reflect.get(socket, '_httpMessage');
  return typeof current === 'object' && current !== null && Reflect.get(current, '_headerSent') === true;
}

/** Answers what is not even HTTP, in the shape of API-14: there is no request yet, only a socket. */
export function refuseRawly(error: ConnectionError, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) socket.destroy();
  else answerRawly(socket, ...(REFUSALS[error.code] ?? UNREADABLE));
}
