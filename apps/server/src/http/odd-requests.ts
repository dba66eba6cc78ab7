import type { FastifyInstance } from 'fastify';
import { ApiError } from '../api-error.ts';
import { answerRawly } from './raw-error.ts';

/** Gives JSON and our headers to the kinds of request that Node would answer by itself, without either (API-14). */
export function answerOddRequests(app: FastifyInstance): void {
  const { server } = app;
  // An expectation that nobody knows may be passed over (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => answerRawly(socket, '405 Method Not Allowed', 'This is no proxy.'));
  app.addHook('onRequest', (request, _reply, done) => {
    const isNameless = request.headers.host === undefined && request.raw.httpVersion === '1.1';
    done(isNameless ? new ApiError(400, 'The request names no host.') : undefined);
  });
}
