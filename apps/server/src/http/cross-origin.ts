import cors from '@fastify/cors';
import { TOTAL_ROWS_HEADER } from '@wayside/contract/exports';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';

/** How long a browser may remember what it was allowed. */
const REMEMBERED_SECONDS = 600;

/** Lets the web be served from elsewhere: these origins may call, and nobody else's page (SECU-01). */
export async function allowOrigins(app: FastifyInstance, { corsOrigins }: Settings): Promise<void> {
  if (corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: [...corsOrigins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['token', 'content-type'],
    exposedHeaders: ['retry-after', TOTAL_ROWS_HEADER],
    maxAge: REMEMBERED_SECONDS,
  });
}
