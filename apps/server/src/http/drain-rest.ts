import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How much of a body is read after its answer: more than anybody sends by mistake. */
export const REST_LIMIT_BYTES = 67_108_864;

/**
 * Lets an answer that is sent before the request's body is whole (413, 401 to an upload, …) reach a client that is still
 * sending (API-14): the rest is read and dropped, within bounds, before the connection is closed. Closed at once, it would
 * be reset by what is under way, and the client would see that instead of the answer (RFC 9112, 9.6).
 * @param patienceMs how long the rest is read at most, in milliseconds
 */
export function drainRests(app: FastifyInstance, patienceMs: number): void {
  app.addHook('onSend', ({ raw }, _reply, _payload, done) => {
    if (isUnread(raw)) drain(raw, patienceMs);
    done();
  });
}

/** Whether there is a body of which some is still to come. */
function isUnread({ complete, headers }: IncomingMessage): boolean {
  return complete === false && (headers['content-length'] ?? headers['transfer-encoding']) !== undefined;
}

function drain(message: IncomingMessage, patienceMs: number): void {
  const { socket } = message;
  const { destroySoon } = socket;
  let isLast = false;
  // Node calls it when an answer that ends its connection is on its way.
  socket.destroySoon = () => {
    isLast = true;
  };
  const impatience = setTimeout(() => socket.destroy(), patienceMs);
  const giveUp = () => clearTimeout(impatience);
  socket.once('close', giveUp);
  let left = REST_LIMIT_BYTES;
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
  // A reader that has given up may have left it paused.
  message.unpipe();
  message.resume();
}
