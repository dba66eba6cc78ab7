import { isIP } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';

const BASE = 'http://wayside';

/** Returns the path of a request, even if the request has an absolute URL. */
export function pathOf({ url }: FastifyRequest): string {
  if (!url.startsWith('/')) return URL.canParse(url, BASE) ? new URL(url, BASE).pathname : url;
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}

/** Returns the client's IP address; ignores a forwarded value that is not an IP address. */
export const clientAddressOf = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;

/** The header with the request's id, which its log lines contain as well (OPER-04). */
export const REQUEST_ID_HEADER = 'x-request-id';

const HEALTH = ['/healthz', '/readyz'];

/**
 * Adds the request's id to its response and logs a line with the route (OPER-04). The URL is never logged, because it
 * can contain ids, names and signed links (SECU-04).
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

/** Logs a request that matches no route. @param log includes the request's id */
export function logUnrouted(log: FastifyBaseLogger, status: number): void {
  log.info({ route: 'none', status }, 'request');
}
