import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Operating systems choose higher ports for outgoing connections and for servers that do not request a port. */
const [FIRST, LAST] = [20_000, 32_000];

/**
 * Returns a free loopback port for a server that starts later. The system does not assign it to another program in
 * the meantime.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
