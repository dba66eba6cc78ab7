import { connect } from 'node:net';
import type pg from 'pg';

const CANCEL_REQUEST = 80_877_102;
const PATIENCE_MS = 2_000;

/**
 * Asks the server, or the pooler before it, to cancel what a client's connection is at; the statement then fails with
 * 57014. Nothing is answered, and one that has ended meanwhile stays as it is.
 */
export function cancelStatement({ host, port, processID, secretKey }: pg.Client): void {
  if (processID === null || secretKey === null) return;
  const request = Buffer.alloc(16);
  request.writeInt32BE(request.length, 0);
  request.writeInt32BE(CANCEL_REQUEST, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  // A server that cannot be reached cancels nothing; the statement's own limit follows.
  socket.on('error', () => undefined);
  // The other side closes when it has passed the request on; a pooler drops it when this side closes before.
  socket.write(request);
}
