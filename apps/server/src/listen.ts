import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';

type Place = Pick<Settings, 'host' | 'port'>;

/**
 * Checks that host and port can be listened on, before a first start takes minutes.
 * @throws StartError when they cannot
 */
export async function requireFreePlace(place: Place): Promise<void> {
  const server = createServer();
  try {
    server.listen(place.port, place.host);
    await once(server, 'listening');
  } catch (error) {
    throw placeError(error, place);
  }
  server.close();
  await once(server, 'close');
}

/**
 * Listens on host and port.
 * @returns the address for a browser on this machine, without a slash at its end
 * @throws StartError when that is not possible
 */
export async function listen(app: FastifyInstance, place: Place): Promise<string> {
  try {
    await app.listen({ port: place.port, host: place.host });
  } catch (error) {
    throw placeError(error, place);
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : place.port;
  return `http://${browserHost(place.host)}:${port}`;
}

function browserHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function placeError(error: unknown, { host, port }: Place): Error {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `PORT ${port} on ${host} is in use by another program: stop it, or set PORT to another.`,
      );
    case 'EACCES':
      return new StartError(`PORT ${port} may not be used by this user: set PORT to one above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`HOST ${host} is no address of this machine.`);
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}
