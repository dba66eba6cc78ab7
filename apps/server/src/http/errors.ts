import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { isDatabaseAway, isDatabaseBusy, isTooSlow, isUnstorableText } from '../db/database-errors.ts';
import { BARE_HEADERS } from './headers.ts';

const unavailable = (message: string) => new ApiError(503, message, { retryAfterSeconds: 2 });
const DATABASE_AWAY = 'The database cannot be reached. Please try again shortly.';
const DATABASE_BUSY = 'The database is busy. Please try again shortly.';
const TOO_SLOW = 'This took too long. Narrow the search.';

/** What Fastify itself refuses, in words that help. */
const FRAMEWORK_REFUSALS: Readonly<Record<string, readonly [number, string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'The body must be JSON (content-type application/json).'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The body is too large: 1 MB at most.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The body does not have the length that its header says.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The body is not valid JSON.'],
  FST_CP_ERR_INVALID_CONTENT_ENCODING: [415, 'The body must not be compressed in this way.'],
  FST_CP_ERR_INVALID_CONTENT: [400, 'The body is not compressed as its header says.'],
  FST_ERR_BAD_URL: [400, 'The address is malformed.'],
  FST_ERR_MAX_PARAM_LENGTH: [400, 'A part of the address is too long.'],
};

function asApiError(error: FastifyError | Error): ApiError | null {
  if (error instanceof ApiError) return error;
  if (isTooSlow(error)) return unavailable(TOO_SLOW);
  if (isDatabaseBusy(error)) return unavailable(DATABASE_BUSY);
  if (isDatabaseAway(error)) return unavailable(DATABASE_AWAY);
  if (isUnstorableText(error)) return new ApiError(400, 'The request holds text that cannot be stored.');
  if (error instanceof SyntaxError) return new ApiError(400, 'The body is not valid JSON.');
  const code = 'code' in error ? error.code : undefined;
  const known = code === undefined ? undefined : FRAMEWORK_REFUSALS[code];
  if (known) return new ApiError(known[0], known[1]);
  const statusCode = 'statusCode' in error ? error.statusCode : undefined;
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? new ApiError(statusCode, 'The request was refused.')
    : null;
}

/** The one place where errors become answers (API-14): {status: false, message, errors?}. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asApiError(error);
  if (!refusal) request.log.error({ err: error }, 'request failed');
  const { statusCode, message, problems, retryAfterSeconds } =
    refusal ?? new ApiError(500, 'Something went wrong on our side.');
  if (retryAfterSeconds !== null) reply.header('retry-after', String(Math.ceil(retryAfterSeconds)));
  reply
    .code(statusCode)
    .type('application/json; charset=utf-8')
    .send({ status: false, message, ...(problems.length > 0 ? { errors: problems } : {}) });
}

/** The same for an address that cannot be read: no hook runs for it. */
export function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  answerError(error, request, reply.headers(BARE_HEADERS));
}
