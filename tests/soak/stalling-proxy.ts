import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * What happens to traffic during a stall. `late`: it arrives afterwards, as after a short outage. `lost`: open
 * connections never carry data again, as behind a firewall that has dropped them.
 */
export type StallMode = 'late' | 'lost';

/** A proxy to a database. It can stall traffic while its connections stay open. */
export interface StallingProxy {
  /** The address of the database through the proxy. */
  readonly connectionString: string;
  /** Stops all traffic. New connections are accepted but stalled too. */
  stall(fate: StallMode): void;
  /** Restores traffic on new connections and, after `late`, on open connections. */
  restore(): void;
  /** Closes lost connections, as both kernels do after some time without acknowledgements. */
  breakLost(): void;
  close(): Promise<void>;
}

interface Connection {
  readonly near: Socket;
  /** Null until the first packet has been forwarded. */
  far: Socket | null;
  /** Data to send after that. */
  readonly waiting: Buffer[];
  isLost: boolean;
}

/** Starts a proxy to the database with the given connection string. */
export async function startStallingProxy(connectionString: string): Promise<StallingProxy> {
  const target = new URL(connectionString);
  const open = new Set<Connection>();
  let stallMode: StallMode | null = null;

  function carry(connection: Connection, from: Socket, to: Socket): void {
    from.on('data', (chunk) => connection.isLost || to.write(chunk));
    from.on('close', () => {
      if (connection.isLost) return;
      open.delete(connection);
      to.destroySoon();
    });
  }
  function reach(connection: Connection): void {
    const { near, waiting } = connection;
    const far = connect(Number(target.port), target.hostname);
    far.on('error', () => undefined);
    connection.far = far;
    for (const chunk of waiting) far.write(chunk);
    near.removeAllListeners('data').removeAllListeners('close');
    carry(connection, near, far);
    carry(connection, far, near);
  }

  const server = createServer((near) => {
    const connection: Connection = { near, far: null, waiting: [], isLost: stallMode === 'lost' };
    near.on('error', () => undefined);
    open.add(connection);
    if (stallMode === null) {
      reach(connection);
      return;
    }
    near.on('data', (chunk) => connection.waiting.push(chunk));
    // If a connection is closed before its first packet, the database does not know of it.
    near.on('close', () => open.delete(connection));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const through = new URL(connectionString);
  through.hostname = '127.0.0.1';
  through.port = String(typeof address === 'object' ? (address?.port ?? 0) : 0);

  return {
    connectionString: through.href,
    stall: (given) => {
      stallMode = given;
      for (const connection of open) {
        if (given === 'lost') connection.isLost = true;
        else if (connection.far !== null) for (const end of [connection.near, connection.far]) end.pause();
      }
    },
    restore: () => {
      stallMode = null;
      for (const connection of [...open].filter(({ isLost }) => !isLost)) {
        if (connection.far === null) reach(connection);
        else for (const end of [connection.near, connection.far]) end.resume();
      }
    },
    breakLost: () => {
      for (const connection of [...open].filter(({ isLost }) => isLost)) {
        open.delete(connection);
        connection.near.destroy();
        connection.far?.destroy();
      }
    },
    close: async () => {
      server.close();
      for (const { near, far } of open) for (const end of [near, far]) end?.destroy();
      await once(server, 'close');
    },
  };
}
