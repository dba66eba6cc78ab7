import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How much of a body is read after its answer: more than a client sends by mistake. */
export const DRAIN_LIMIT_BYTES = 67_108_864;

/**
 * Lets an answer that is sent before the whole body has arrived (413, 401 to an upload) reach a client that is still
 * sending (API-14): reads and drops the rest of the body, within limits, before it closes the connection. Closing at once
 * would reset the connection, and the client would see the reset instead of the answer (RFC 9112, 9.6).
 * @param patienceMs the longest time for reading the rest
 */
export function drainRequestBodies(app: FastifyInstance, patienceMs: number): void {
  app.addHook('onSend', ({ raw }, _reply, _payload, done) => {
    if (isUnread(raw)) drain(raw, patienceMs);
    done();
  });
}

/** Whether a part of the body has not arrived yet. */
function isUnread({ complete, headers }: IncomingMessage): boolean {
  return complete === false && (headers['content-length'] ?? headers['transfer-encoding']) !== undefined;
}

function drain(message: IncomingMessage, patienceMs: number): void {
  const { socket } = message;
  const { destroySoon } = socket;
  let isLast = false;
  // Node calls this after an answer that ends its connection.
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
  // The body's reader may have left it paused.
  message.unpipe();
  message.resume();
}
