import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';

export interface ListenAddress extends Pick<Settings, 'host' | 'port'> {
  /** The names of the settings, for messages; PORT and HOST by default. */
  readonly names?: { readonly port: string; readonly host: string };
}

/** Returns the host and port at which Prometheus reads the metrics (OPER-04). Null if metrics are off. */
export function toMetricsAddress({
  metricsPort: port,
  metricsHost: host,
}: Pick<Settings, 'metricsPort' | 'metricsHost'>): ListenAddress | null {
  return port === null ? null : { host, port, names: { port: 'METRICS_PORT', host: 'METRICS_HOST' } };
}

/** Checks that host and port are free before a first start that takes minutes. @throws StartError if they are in use */
export async function requireFreePort(listenAddress: ListenAddress): Promise<void> {
  const server = createServer();
  try {
    server.listen(listenAddress.port, listenAddress.host);
    await once(server, 'listening');
  } catch (error) {
    throw toListenError(error, listenAddress);
  }
  server.close();
  await once(server, 'close');
}

/**
 * Listens on host and port. @returns the address for a browser on this machine, without a trailing slash @throws
 * StartError
 */
export async function listen(app: FastifyInstance, listenAddress: ListenAddress): Promise<string> {
  try {
    await app.listen({ port: listenAddress.port, host: listenAddress.host });
  } catch (error) {
    throw toListenError(error, listenAddress);
  }
  return addressOf(app.server, listenAddress);
}

/** Returns the address of a listening server for a program on this machine, without a trailing slash. */
export function addressOf(server: Server, listenAddress: ListenAddress): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : listenAddress.port;
  return `http://${browserHost(listenAddress.host)}:${port}`;
}

function browserHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Returns an error message that explains why the server cannot listen on a host and port. */
export function toListenError(
  error: unknown,
  { host, port, names = { port: 'PORT', host: 'HOST' } }: ListenAddress,
): Error {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `${names.port} ${port} on ${host} is in use by another program: stop it, or change ${names.port}.`,
      );
    case 'EACCES':
      return new StartError(
        `${names.port} ${port} cannot be used by this user: set ${names.port} to a port above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`${names.host} ${host} is not an address of this machine.`);
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}
