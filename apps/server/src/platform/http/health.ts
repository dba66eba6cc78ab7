import type { FastifyInstance } from 'fastify';
import { FAULTS, type Fault } from '../db/database-errors.ts';

/** The parts that /readyz depends on. */
export interface ReadinessParts {
  /** Why nothing can be written; null where no database is used (RUN-05). */
  readonly findFault: (() => Promise<Fault | null>) | null;
  /** Whether the program is stopping, so that a load balancer sends no more requests. */
  readonly isStopping: () => boolean;
}

/**
 * Adds /healthz, which says that the process runs, and /readyz, which says that it can serve: not while nothing can be written
 * to its database, which the message explains, and not while it stops (RUN-02, RUN-03, OWN-12).
 */
export function addHealthRoutes(app: FastifyInstance, { findFault, isStopping }: ReadinessParts): void {
  const noStore = { 'cache-control': 'no-store' };
  app.get('/healthz', async (_request, reply) => reply.headers(noStore).send({ status: true }));
  app.get('/readyz', async (request, reply) => {
    const notReady = (message: string) =>
      reply.headers(noStore).code(503).send({ status: false, message, requestId: request.id });
    if (isStopping()) return notReady('The program is stopping.');
    const fault = await findFault?.();
    if (fault) return notReady(FAULTS[fault]);
    return reply.headers(noStore).send({ status: true });
  });
}
