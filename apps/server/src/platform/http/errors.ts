import { type Sentence, sentence } from '@wayside/contract/sentences';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ApiError, type ErrorKind, unavailable } from '../../api-error.ts';
import type { Settings } from '../../settings.ts';
import {
  type Fault,
  faultOf,
  isConflict,
  isDatabaseBusy,
  isStatementTimeout,
  isUnstorableText,
} from '../db/database-errors.ts';
import { isDiskFull } from '../db/embedded/embedded-errors.ts';
import { BARE_HEADERS } from './headers.ts';
import { EncodedConflict } from './register.ts';
import { logUnrouted, REQUEST_ID_HEADER } from './request-log.ts';

type DataSettings = Pick<Settings, 'databaseUrl' | 'dataDir'>;

/** Finds and logs the cause of a failure; null if the failure is not such a fault. */
export type FaultReport = (error: unknown) => Promise<Fault | null>;

const LOG_EVERY_MS = 60_000;

/** Adds the fault that the embedded database cannot report: it stops when the disk is full. */
export async function explainFault(
  fault: Fault | null,
  { databaseUrl, dataDir }: DataSettings,
): Promise<Fault | null> {
  const isOurs = fault === 'unreachable' && databaseUrl === null;
  return isOurs && (await isDiskFull(dataDir)) ? 'disk_full' : fault;
}

/** Logs each cause at most once a minute, at level error (OWN-12). */
export function reportFaults(settings: DataSettings, log: Logger): FaultReport {
  const loggedAtMs = new Map<Fault, number>();
  return async (error) => {
    const fault = await explainFault(faultOf(error), settings);
    if (fault === null) return null;
    const nowMs = performance.now();
    if (nowMs - (loggedAtMs.get(fault) ?? Number.NEGATIVE_INFINITY) >= LOG_EVERY_MS) {
      loggedAtMs.set(fault, nowMs);
      log.error(
        { cause: fault, err: error },
        'requests fail; further failures of this cause are logged in a minute',
      );
    }
    return fault;
  };
}

/** The HTTP status of each error. Wrong credentials at login return 200 with `status: false` (API-01). */
const STATUS_OF: Readonly<Record<ErrorKind, number>> = {
  invalid_credentials: 200,
  bad_request: 400,
  not_signed_in: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_type: 415,
  too_many_attempts: 429,
  unavailable: 503,
};

/** Fastify's errors with more helpful messages. */
const FRAMEWORK_ERRORS: Readonly<Record<string, readonly [ErrorKind, Sentence]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_type', sentence('json_expected')],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', sentence('body_length_wrong')],
  FST_ERR_CTP_INVALID_JSON_BODY: ['bad_request', sentence('json_invalid')],
  FST_CP_ERR_INVALID_CONTENT_ENCODING: ['unsupported_type', sentence('compression_unknown')],
  FST_CP_ERR_INVALID_CONTENT: ['bad_request', sentence('compression_wrong')],
  FST_ERR_BAD_URL: ['bad_request', sentence('address_malformed')],
  FST_ERR_MAX_PARAM_LENGTH: ['bad_request', sentence('address_part_too_long')],
};

const BYTES_PER_MEGABYTE = 1_048_576;

/** Returns null for an error of the server itself. */
function asApiError(
  error: FastifyError | Error,
  { routeOptions, method }: FastifyRequest,
  fault: Fault | null,
): ApiError | null {
  if (error instanceof ApiError) return error;
  if (isStatementTimeout(error))
    return unavailable(sentence(method === 'GET' ? 'read_too_slow' : 'change_too_slow'), 2);
  if (fault !== null) return unavailable(sentence(fault), fault === 'deadlock' ? 1 : 2);
  if (isConflict(error)) return unavailable(sentence('change_conflict'), 1);
  if (isDatabaseBusy(error)) return unavailable(sentence('database_busy'), 2);
  if (isUnstorableText(error)) return new ApiError('bad_request', sentence('text_not_storable'));
  if ('code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const limit = routeOptions.bodyLimit ?? BYTES_PER_MEGABYTE;
    const text = limit < BYTES_PER_MEGABYTE ? `${limit / 1024} kB` : `${Math.round(limit / BYTES_PER_MEGABYTE)} MB`;
    return new ApiError('too_large', sentence('body_too_large', { limit: text }));
  }
  const known = 'code' in error ? FRAMEWORK_ERRORS[error.code] : undefined;
  return known ? new ApiError(...known) : null;
}

/** Returns the 4xx status of an error from Fastify or a plugin; null for other errors. */
function clientErrorStatus(error: FastifyError | Error): number | null {
  const statusCode = 'statusCode' in error ? error.statusCode : undefined;
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? statusCode : null;
}

/**
 * Converts errors to responses (API-14): {status: false, code, params, message, requestId, errors?}. A fault such as
 * a full disk becomes a 503 whose message states the fault (OWN-12).
 */
export const createErrorHandler =
  (report: FaultReport) =>
  async (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    sendError(error, request, reply, error instanceof ApiError ? null : await report(error));
    // Without this return, Fastify sends an empty response while a long one is still being compressed.
    return reply;
  };

function sendError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
  fault: Fault | null,
): void {
  const apiError = asApiError(error, request, fault);
  if (apiError !== null) {
    const { kind, code, params, message, fieldErrors, retryAfterSeconds, cursor, proofNeeded } = apiError;
    if (retryAfterSeconds !== null) reply.header('retry-after', String(Math.ceil(retryAfterSeconds)));
    send(reply, STATUS_OF[kind], {
      ...{ code, params, message },
      requestId: request.id,
      ...(fieldErrors.length > 0 ? { errors: fieldErrors } : {}),
      ...(cursor === null ? {} : { cursor }),
      ...(proofNeeded.length > 0 ? { proofNeeded } : {}),
      ...(apiError instanceof EncodedConflict ? apiError.content : {}),
    });
    return;
  }
  const status = clientErrorStatus(error);
  if (status === null) request.log.error({ err: error }, 'request failed');
  send(reply, status ?? 500, {
    ...(status === null ? sentence('internal_error', { requestId: request.id }) : sentence('request_rejected')),
    requestId: request.id,
  });
}

function send(
  reply: FastifyReply,
  status: number,
  response: Sentence & {
    requestId: string;
    errors?: readonly unknown[];
    cursor?: string;
    proofNeeded?: readonly string[];
  },
): void {
  reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({ status: false, ...response });
}

/** Handles a URL that cannot be parsed; no hook runs for it. */
export function sendInvalidUrlError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  sendError(error, request, reply.headers({ ...BARE_HEADERS, [REQUEST_ID_HEADER]: request.id }), null);
  logUnrouted(request.log, reply.statusCode);
}
