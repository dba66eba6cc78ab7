import { createServer, type Server, type Socket } from 'node:net';
import type { Participant, SharedSession } from './shared-session.ts';
import { greeting, letterOf, openings, parsedName, splitMessages, withStatementPrefix } from './wire-messages.ts';

/** Serves a shared session to ordinary clients of PostgreSQL; who may connect is decided by where it listens. */
export function sessionServer(session: SharedSession): Server {
  let connections = 0;
  return createServer((socket) => {
    connections += 1;
    serve(socket, connections, session);
  });
}

function serve(socket: Socket, id: number, session: SharedSession): void {
  const participant: Participant = {
    send: (bytes) => {
      if (socket.writable) socket.write(bytes);
    },
  };
  const prefix = `c${id}_`;
  const statements = new Set<string>();
  let isOpen = false;
  let received: Buffer = Buffer.alloc(0);
  let request: Buffer[] = [];

  function takeOpening(): void {
    while (!isOpen && received.length >= 8 && received.length >= received.readInt32BE(0)) {
      const code = received.readInt32BE(4);
      received = received.subarray(received.readInt32BE(0));
      if (code === openings.ssl || code === openings.gss) socket.write('N');
      else if (code === openings.protocol3) {
        isOpen = true;
        session.join(participant);
        socket.write(greeting(id));
      } else socket.destroy();
    }
  }

  function takeMessage(bytes: Buffer): void {
    const letter = letterOf(bytes);
    if (letter === 'X') {
      socket.end();
      return;
    }
    const name = parsedName(bytes);
    if (name) statements.add(`${prefix}${name}`);
    request.push(withStatementPrefix(bytes, prefix));
    if (letter !== 'Q' && letter !== 'S' && letter !== 'H') return;
    session.request(participant, Buffer.concat(request), letter === 'H');
    request = [];
  }

  socket.setNoDelay(true);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    if (!isOpen) takeOpening();
    if (!isOpen) return;
    const { messages, rest } = splitMessages(received);
    received = rest;
    for (const bytes of messages) takeMessage(bytes);
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => session.leave(participant, statements));
}
