import { isIP } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';

const BASE = 'http://wayside';

/** The path of a request, also where a client sends the absolute address. */
export function pathOf({ url }: FastifyRequest): string {
  if (!url.startsWith('/')) return URL.canParse(url, BASE) ? new URL(url, BASE).pathname : url;
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}

/** The client's IP address. A forwarded value (TRUST_PROXY) that is no address is ignored. */
export const clientAddressOf = ({ ip, socket }: FastifyRequest): string =>
  isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;

/** The header that carries the id of a request, which its log lines have too (OPER-04). */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Those that ask whether the program serves, every second. */
const HEALTH = ['/healthz', '/readyz'];

/**
 * Gives each answer the id of its request, and logs one line for it (OPER-04): the route and never the address, which may have
 * ids, names and signed links (SECU-04).
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader(REQUEST_ID_HEADER, request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    if (!HEALTH.includes(route))
      request.log.info({ method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request');
    done();
  });
}

/** Logs the line of a request that reaches no route, because its address or its bytes cannot be read. @param log with its id */
export function logUnrouted(log: FastifyBaseLogger, status: number): void {
  log.info({ route: 'none', status }, 'request');
}
