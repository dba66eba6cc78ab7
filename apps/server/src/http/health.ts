import type { FastifyInstance } from 'fastify';

/** The parts that /readyz depends on. */
export interface ReadinessParts {
  /** Null where no database is used (RUN-05). */
  readonly isDatabaseReady: (() => Promise<boolean>) | null;
  /** Whether the program is stopping, so that a load balancer sends no more requests. */
  readonly isStopping: () => boolean;
}

/**
 * Adds /healthz, which says that the process runs, and /readyz, which says that it can serve: not without its database
 * and not while it stops (RUN-02, RUN-03).
 */
export function addHealthRoutes(app: FastifyInstance, { isDatabaseReady, isStopping }: ReadinessParts): void {
  const noStore = { 'cache-control': 'no-store' };
  app.get('/healthz', async (_request, reply) => reply.headers(noStore).send({ status: true }));
  app.get('/readyz', async (request, reply) => {
    const notReady = (message: string) =>
      reply.headers(noStore).code(503).send({ status: false, message, requestId: request.id });
    if (isStopping()) return notReady('The program is stopping.');
    if (isDatabaseReady !== null && !(await isDatabaseReady())) return notReady('The database cannot be reached.');
    return reply.headers(noStore).send({ status: true });
  });
}
