import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import type { ConnectionError, FastifyBaseLogger, FastifyInstance } from 'fastify';
import { ApiError } from '../../api-error.ts';
import { BARE_HEADERS } from './headers.ts';
import { logUnrouted, REQUEST_ID_HEADER } from './request-log.ts';

type RawResponse = readonly [statusLine: string, said: Sentence];

const UNREADABLE_REQUEST = ['400 Bad Request', sentence('request_unreadable')] as const;
const NO_PROXY = ['405 Method Not Allowed', sentence('no_proxy')] as const;
const RESPONSES: Readonly<Record<string, RawResponse>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', sentence('address_or_headers_too_long')],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', sentence('body_too_large', { limit: '1 MB' })],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', sentence('request_too_slow')],
};

const LINGER_MS = 1_000;

/** Responds to bytes that are not HTTP with an error in the format of API-14. */
export const respondToUnreadable =
  (log: FastifyBaseLogger) =>
  (error: ConnectionError, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || isResponding(socket)) socket.destroy();
    else respondOnSocket(log, socket, RESPONSES[error.code] ?? UNREADABLE_REQUEST);
  };

/**
 * Responds to requests that do not reach Fastify with JSON and security headers, instead of Node's default response
 * (API-14).
 */
export function respondToUnsupportedRequests(app: FastifyInstance): void {
  const { server } = app;
  // An unknown expectation may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => respondOnSocket(app.log, socket, NO_PROXY));
  app.addHook('onRequest', (request, _reply, done) => {
    const isNameless = request.headers.host === undefined && request.raw.httpVersion === '1.1';
    done(isNameless ? new ApiError('bad_request', sentence('no_host')) : undefined);
  });
}

function respondOnSocket(log: FastifyBaseLogger, socket: Duplex, [statusLine, said]: RawResponse): void {
  const requestId = randomUUID();
  logUnrouted(log.child({ requestId }), Number.parseInt(statusLine, 10));
  const body = JSON.stringify({ status: false, ...said, requestId });
  const headers = {
    ...BARE_HEADERS,
    [REQUEST_ID_HEADER]: requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const head = [`HTTP/1.1 ${statusLine}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Reads the remaining bytes for a limited time, so that the response is not lost.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

// Node stores the response in progress on the socket; other bytes written now would become part of it.
function isResponding(socket: Duplex): boolean {
  const current: unknown = Reflect.get(socket, '_httpMessage');
  return typeof current === 'object' && current !== null && Reflect.get(current, '_headerSent') === true;
}

export const DRAIN_LIMIT_BYTES = 67_108_864;

/**
 * Lets an early response (413, 401) reach a client that is still sending (API-14). Reads and discards the rest of the
 * body within limits, because closing immediately would reset the connection (RFC 9112, 9.6).
 * @param patienceMs the maximum time for reading the rest
 */
export function drainRequestBodies(app: FastifyInstance, patienceMs: number): void {
  app.addHook('onSend', ({ raw }, _reply, _payload, done) => {
    if (isUnread(raw)) drain(raw, patienceMs);
    done();
  });
}

function isUnread({ complete, headers }: IncomingMessage): boolean {
  return complete === false && (headers['content-length'] ?? headers['transfer-encoding']) !== undefined;
}

function drain(message: IncomingMessage, patienceMs: number): void {
  const { socket } = message;
  const { destroySoon } = socket;
  let isLast = false;
  // Node calls this after a response that ends its connection.
  socket.destroySoon = () => {
    isLast = true;
  };
  const impatience = setTimeout(() => socket.destroy(), patienceMs);
  const giveUp = () => clearTimeout(impatience);
  socket.once('close', giveUp);
  let left = DRAIN_LIMIT_BYTES;
  message.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  message.once('end', () => {
    giveUp();
    socket.off('close', giveUp);
    socket.destroySoon = destroySoon;
    if (isLast) socket.destroySoon();
  });
  // The reader of the body may have paused the message.
  message.unpipe();
  message.resume();
}
