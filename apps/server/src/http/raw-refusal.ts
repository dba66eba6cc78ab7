import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers what is not even HTTP, in the shape of API-14: there is no request yet, only a socket. */
export function refuseRawly(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ status: false, message: 'The request could not be read.' });
  socket.end(
    [
      `HTTP/1.1 ${STATUS_LINES[error.code] ?? '400 Bad Request'}`,
      'content-type: application/json; charset=utf-8',
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
