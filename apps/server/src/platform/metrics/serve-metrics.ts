import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Logger } from 'pino';
import { addressOf, type Place, placeError } from '../../listen.ts';
import type { Metrics } from './metrics.ts';

/**
 * Serves GET /metrics on a port of its own, apart from what the public reaches (OPER-04), and logs its address.
 * @returns a function that closes it
 * @throws StartError when the port cannot be used
 */
export async function serveMetrics(
  metrics: Metrics,
  { place, log }: { readonly place: Place; readonly log: Logger },
): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    request.resume();
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    try {
      const { contentType, text } = await metrics.read();
      response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
    } catch (error) {
      log.error({ err: error }, 'the metrics could not be read');
      response.writeHead(500).end();
    }
  });
  server.headersTimeout = 5_000;
  server.requestTimeout = 5_000;
  server.listen(place.port, place.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw placeError(error, place);
  }
  log.info({ address: `${addressOf(server, place)}/metrics` }, 'metrics');
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}
