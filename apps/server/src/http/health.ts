import type { FastifyInstance } from 'fastify';

/** What /readyz depends on. */
export interface ReadinessParts {
  /** Null where no database is used (RUN-05). */
  readonly isDatabaseReady: (() => Promise<boolean>) | null;
  /** Whether the program is about to end, so that a balancer sends nothing more. */
  readonly isStopping: () => boolean;
}

/**
 * /healthz: the process lives. /readyz: it can serve, which it can't while the database is away or once it stops (RUN-02,
 * RUN-03).
 */
export function addHealthRoutes(app: FastifyInstance, { isDatabaseReady, isStopping }: ReadinessParts): void {
  const noStore = { 'cache-control': 'no-store' };
  app.get('/healthz', async (_request, reply) => reply.headers(noStore).send({ status: true }));
  app.get('/readyz', async (_request, reply) => {
    const refuse = (message: string) => reply.headers(noStore).code(503).send({ status: false, message });
    if (isStopping()) return refuse('The program is stopping.');
    if (isDatabaseReady !== null && !(await isDatabaseReady())) return refuse('The database cannot be reached.');
    return reply.headers(noStore).send({ status: true });
  });
}
