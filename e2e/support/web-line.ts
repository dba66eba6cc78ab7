import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './application.ts';

/** A line between a browser and the server. */
export interface WebLine {
  readonly url: string;
  /** Closes every connection, the new ones too. */
  cut(): void;
  /** Keeps the connections and lets nothing through. */
  silence(): void;
  /** Closes the silent connections and lets new ones through. */
  heal(): void;
  close(): Promise<void>;
}

/** Lays a line in front of a server. */
export async function layWebLine(target: string): Promise<WebLine> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'silent' = 'open';
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    keep(near);
    const far = connect(Number(port), hostname);
    keep(far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => state === 'open' && to.write(bytes));
      from.on('close', () => to.destroy());
    }
  });
  const own = await freePort();
  await new Promise<void>((resolve) => server.listen(own, '127.0.0.1', resolve));
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${own}`,
    cut: () => {
      state = 'cut';
      drop();
    },
    silence: () => {
      state = 'silent';
    },
    heal: () => {
      drop();
      state = 'open';
    },
    close: async () => {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
