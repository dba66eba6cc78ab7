import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';

/**
 * Lets the routes that `add` registers read forms; to all others they stay a type that is not taken (415). What else
 * somebody sends is left unread, for the routes to refuse in their own words.
 */
export async function acceptForms(app: FastifyInstance, add: (scope: FastifyInstance) => void): Promise<void> {
  await app.register((scope, _options, done) => {
    void scope.register(multipart);
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    add(scope);
    done();
  });
}
