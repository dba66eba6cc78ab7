import { once } from 'node:events';
import { createServer } from 'node:http';
import { StartError } from '../start-error.ts';
import type { Metrics } from './metrics.ts';

/**
 * Serves GET /metrics on a port of its own, apart from what the public reaches (OPER-04).
 * @returns a function that closes it
 * @throws StartError when the port cannot be used
 */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    request.resume();
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    const { contentType, text } = await metrics.read();
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
  });
  server.headersTimeout = 5_000;
  server.requestTimeout = 5_000;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new StartError(
      `METRICS_PORT ${port} on ${host} cannot be listened on: it is in use, or not of this machine.`,
      {
        cause: error,
      },
    );
  }
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}
