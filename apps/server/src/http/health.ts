import type { FastifyInstance } from 'fastify';

/**
 * /healthz: the process lives. /readyz: it can serve, which it can't while the database is away (RUN-02, RUN-03).
 * @param isReady null where no database is used (RUN-05)
 */
export function addHealthRoutes(app: FastifyInstance, isReady: (() => Promise<boolean>) | null): void {
  const noStore = { 'cache-control': 'no-store' };
  app.get('/healthz', async (_request, reply) => reply.headers(noStore).send({ status: true }));
  app.get('/readyz', async (_request, reply) => {
    const ready = isReady === null || (await isReady());
    return ready
      ? reply.headers(noStore).send({ status: true })
      : reply.headers(noStore).code(503).send({ status: false, message: 'The database cannot be reached.' });
  });
}
