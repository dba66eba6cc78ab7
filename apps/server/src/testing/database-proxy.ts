import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type DatabaseProxy = Awaited<ReturnType<typeof startDatabaseProxy>>;

interface Connection {
  readonly ends: readonly Socket[];
  isStalled: boolean;
}

/** Starts a proxy to a database, which tests can cut, stall and restore. */
export async function startDatabaseProxy(connectionString: string) {
  const target = new URL(connectionString);
  const open = new Set<Connection>();
  let connections = 0;
  let isStalled = false;
  const server = createServer((near) => {
    connections += 1;
    const far = connect(Number(target.port), target.hostname);
    const connection: Connection = { ends: [near, far], isStalled };
    open.add(connection);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => connection.isStalled || to.write(chunk));
      // A close event follows.
      from.on('error', () => undefined);
      from.on('close', () => {
        // A stalled network does not signal the close to the other end.
        if (connection.isStalled) return;
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
    /** Number of connections so far. */
    get connections() {
      return connections;
    },
    /** Closes all connections and rejects new ones. */
    cut: async (): Promise<void> => {
      server.close();
      for (const { ends } of open) for (const socket of ends) socket.destroy();
      await once(server, 'close');
    },
    /**
     * Drops the traffic of connections without closing them. `open` stalls only existing connections, `new` only new
     * ones, and `all` both.
     */
    stall: (which: 'open' | 'new' | 'all'): void => {
      isStalled = which !== 'open';
      if (which !== 'new') for (const connection of open) connection.isStalled = true;
    },
    /** Lets new connections work again; stalled ones remain stalled. */
    restore: async (): Promise<void> => {
      isStalled = false;
      if (server.listening) return;
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
