import { isIP } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';

const BASE = 'http://wayside';

/** Also for a request with an absolute address. */
export function pathOf({ url }: FastifyRequest): string {
  if (!url.startsWith('/')) return URL.canParse(url, BASE) ? new URL(url, BASE).pathname : url;
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}

/** The client's IP; ignores a forwarded value that is no address. */
export const clientAddressOf = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;

/** The request's id, also in its log lines (OPER-04). */
export const REQUEST_ID_HEADER = 'x-request-id';

const HEALTH = ['/healthz', '/readyz'];

/**
 * Adds the request's id to its response and logs a line with the route (OPER-04), never the address with ids, names and
 * signed links (SECU-04).
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

/** Logs a request that reaches no route. @param log with its id */
export function logUnrouted(log: FastifyBaseLogger, status: number): void {
  log.info({ route: 'none', status }, 'request');
}
