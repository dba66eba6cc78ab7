import type { Endpoint } from '@wayside/contract/wire/endpoint';
import type { FastifyInstance } from 'fastify';
import { apiReference } from './api-reference.ts';
import { openApiDocument } from './openapi.ts';
import { API_BASE } from './register.ts';

/** Serves the document and a reference that a person can read. */
export function addApiDocument(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const document = openApiDocument(endpoints);
  const reference = apiReference(document, endpoints);
  app.get(`${API_BASE}/openapi.json`, async () => document);
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(reference));
}
