import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy to a database that tests cut, silence and restore. */
export interface CuttableLine {
  /** Address of the database through the proxy. */
  readonly connectionString: string;
  /** Number of connections so far. */
  readonly connections: number;
  /** Closes all connections and rejects new ones. */
  cut(): Promise<void>;
  /** Keeps open connections and drops their traffic; with `all`, new connections are accepted and silent, too. */
  silence(which: 'open' | 'all'): void;
  /** Lets new connections work again; silent ones stay silent. */
  mend(): Promise<void>;
}

interface Connection {
  readonly ends: readonly Socket[];
  isSilent: boolean;
}

/** Starts a proxy to the database at an address. */
export async function layLine(connectionString: string): Promise<CuttableLine> {
  const target = new URL(connectionString);
  const open = new Set<Connection>();
  let connections = 0;
  let isSilent = false;
  const server = createServer((near) => {
    connections += 1;
    const far = connect(Number(target.port), target.hostname);
    const connection: Connection = { ends: [near, far], isSilent };
    open.add(connection);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => connection.isSilent || to.write(chunk));
      // A close event follows.
      from.on('error', () => undefined);
      from.on('close', () => {
        // A silent network does not signal the close to the other end.
        if (connection.isSilent) return;
        open.delete(connection);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const through = new URL(connectionString);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return {
    connectionString: through.href,
    get connections() {
      return connections;
    },
    cut: async () => {
      server.close();
      for (const { ends } of open) for (const socket of ends) socket.destroy();
      await once(server, 'close');
    },
    silence: (which) => {
      isSilent = which === 'all';
      for (const connection of open) connection.isSilent = true;
    },
    mend: async () => {
      isSilent = false;
      if (server.listening) return;
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
