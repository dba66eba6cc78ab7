import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../../tests/free-port.ts';

/** A proxy between a browser and the server. */
export interface WebProxy {
  readonly url: string;
  /** Closes every connection, including new ones. */
  cut(): void;
  /** Keeps connections open but forwards nothing. */
  stall(): void;
  /** Closes the stalled connections and allows new ones. */
  restore(): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of a server. */
export async function startWebProxy(target: string): Promise<WebProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'stalled' = 'open';
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
    stall: () => {
      state = 'stalled';
    },
    restore: () => {
      drop();
      state = 'open';
    },
    close: async () => {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
