import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A line to a database that can be cut and mended. */
export interface CuttableLine {
  /** The database's address through the line. */
  readonly connectionString: string;
  /** Breaks every connection, and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Lays one to the database at an address. */
export async function layLine(connectionString: string): Promise<CuttableLine> {
  const target = new URL(connectionString);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy()).on('close', () => open.delete(from) && to.destroy());
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
    cut: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
    mend: async () => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
