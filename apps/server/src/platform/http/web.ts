import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BARE_POLICY } from './headers.ts';
import { pathOf } from './request-address.ts';

const YEAR_SECONDS = 31_536_000;

/** The built web, beside the built server or in its workspace. */
function webFolder(): string | null {
  const candidates = ['../../web/dist', '../../../../web/dist'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return candidates.find((candidate) => existsSync(`${candidate}/index.html`)) ?? null;
}

const notFound = (request: FastifyRequest, reply: FastifyReply) =>
  reply.code(404).send({ status: false, message: 'There is nothing at this address.', requestId: request.id });

/** Whether a browser asks for a page, and not a script for data. */
function isPageVisit(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const isOurs = /^\/(api|assets|files?)\//.test(path);
  return (
    request.method === 'GET' && !isOurs && (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null
  );
}

/**
 * Serves the built web: hashed assets for a year, compressed at build time; every other page is the application,
 * which knows its routes (NAV-01, NAV-02). Any other unknown path is a 404 in JSON (API-14).
 * @param root the folder of the built web; null where there is none
 */
export async function addWeb(app: FastifyInstance, root = webFolder()): Promise<void> {
  if (root !== null) {
    await app.register(fastifyStatic, {
      root,
      preCompressed: true,
      cacheControl: false,
      index: 'index.html',
      // Files that the build leaves for itself.
      dotfiles: 'ignore',
      // The etag says the same.
      lastModified: false,
      setHeaders: (reply, path) => {
        const isAsset = path.startsWith(join(root, 'assets', sep));
        reply.setHeader('cache-control', isAsset ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
        if (isAsset) reply.setHeader('content-security-policy', BARE_POLICY);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (root === null || !isPageVisit(request)) return notFound(request, reply);
    return reply.sendFile('index.html');
  });
}
