import type { FastifyRequest } from 'fastify';

const BASE = 'http://wayside';

/** The path that a request asks for, also where a client writes the whole address into it. */
export function pathOf({ url }: FastifyRequest): string {
  if (!url.startsWith('/')) return URL.canParse(url, BASE) ? new URL(url, BASE).pathname : url;
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}
