import { sentence } from '@wayside/contract/sentences';
import type { FastifyInstance } from 'fastify';
import type { Fault } from '../db/database-errors.ts';

export interface ReadinessParts {
  /** Null if the process has no database (RUN-05). */
  readonly findFault: (() => Promise<Fault | null>) | null;
  readonly isStopping: () => boolean;
}

/**
 * Adds /healthz, which reports that the process runs, and /readyz, which reports that it can write and is not
 * stopping (RUN-02, RUN-03, OWN-12).
 */
export function addHealthRoutes(app: FastifyInstance, { findFault, isStopping }: ReadinessParts): void {
  const noStore = { 'cache-control': 'no-store' };
  app.get('/healthz', async (_request, reply) => reply.headers(noStore).send({ status: true }));
  app.get('/readyz', async (request, reply) => {
    const notReady = (code: Fault | 'stopping') =>
      reply
        .headers(noStore)
        .code(503)
        .send({ status: false, ...sentence(code), requestId: request.id });
    if (isStopping()) return notReady('stopping');
    const fault = await findFault?.();
    if (fault) return notReady(fault);
    return reply.headers(noStore).send({ status: true });
  });
}
