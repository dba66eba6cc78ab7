import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import {
  greeting,
  openings,
  type Participant,
  parsedName,
  SharedSession,
  splitMessages,
  typeOf,
  withStatementPrefix,
} from './shared-session.ts';

export interface SessionServer {
  readonly database: PGlite;
  /** Waits for the current request and stops. */
  stop(): Promise<void>;
}

/**
 * Serves a PGlite database in this thread on a Unix socket; anyone who can open the socket can connect.
 * @param source a directory, or a dump to load into memory
 */
export async function servePglite(
  source: Pick<PGliteOptions, 'dataDir' | 'loadDataDir'>,
  socketPath: string,
): Promise<SessionServer> {
  const database = await PGlite.create({ ...source, extensions: { pg_trgm } });
  await database.exec("SET timezone = 'UTC'");
  const session = new SharedSession((bytes) => database.execProtocolRaw(bytes));
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    serveConnection(socket, connections, session);
  });
  server.listen(socketPath);
  await once(server, 'listening');
  return {
    database,
    stop: async () => {
      server.close();
      await session.close();
      await database.close();
    },
  };
}

function serveConnection(socket: Socket, id: number, session: SharedSession): void {
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

  function readOpening(): void {
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

  function readMessage(bytes: Buffer): void {
    const type = typeOf(bytes);
    if (type === 'X') {
      socket.end();
      return;
    }
    const name = parsedName(bytes);
    if (name) statements.add(`${prefix}${name}`);
    request.push(withStatementPrefix(bytes, prefix));
    if (type !== 'Q' && type !== 'S' && type !== 'H') return;
    session.request(participant, Buffer.concat(request), type === 'H');
    request = [];
  }

  socket.setNoDelay(true);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    if (!isOpen) readOpening();
    if (!isOpen) return;
    const { messages, rest } = splitMessages(received);
    received = rest;
    for (const bytes of messages) readMessage(bytes);
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => session.leave(participant, statements));
}
