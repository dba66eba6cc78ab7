import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

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
