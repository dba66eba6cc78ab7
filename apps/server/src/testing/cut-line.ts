import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A line to a database that can be cut, silenced and mended. */
export interface CuttableLine {
  /** The database's address through the line. */
  readonly connectionString: string;
  /** How many connections have been made through it. */
  readonly connections: number;
  /** Breaks every connection, and refuses new ones. */
  cut(): Promise<void>;
  /** Keeps the open connections and carries nothing on them any more; with `all`, new ones are taken and as silent. */
  silence(which: 'open' | 'all'): void;
  /** New connections work again; silent ones stay silent. */
  mend(): Promise<void>;
}

interface Connection {
  readonly ends: readonly Socket[];
  isSilent: boolean;
}

/** Lays one to the database at an address. */
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
      // Its close follows.
      from.on('error', () => undefined);
      from.on('close', () => {
        // A silent line does not tell the other end.
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
