import type { Endpoint } from '@wayside/contract/wire/endpoint';
import type { FastifyInstance } from 'fastify';
import { apiReference } from './api-reference.ts';
import { openApiDocument } from './openapi.ts';
import { API_BASE } from './register.ts';

/** Both as they are sent. */
function describe(endpoints: readonly Endpoint[]): { document: string; reference: string } {
  const document = openApiDocument(endpoints);
  return { document: JSON.stringify(document), reference: apiReference(document, endpoints) };
}

/** Serves the document and a reference that a person can read (API-16). */
export function addApiDocument(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  let described: ReturnType<typeof describe> | null = null;
  // Made for who asks first: a quarter of what a start would cost.
  const once = () => {
    described ??= describe(endpoints);
    return described;
  };
  app.get(`${API_BASE}/openapi.json`, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(once().document),
  );
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(once().reference));
}
