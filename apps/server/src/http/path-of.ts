import type { FastifyRequest } from 'fastify';

/** The path that a request asks for, also where a client writes the whole address into it. */
export function pathOf(request: FastifyRequest): string {
  return URL.canParse(request.url, 'http://wayside')
    ? new URL(request.url, 'http://wayside').pathname
    : request.url;
}
