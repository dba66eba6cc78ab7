import { UnreplicatedCommit, UnresponsiveDatabase } from './client.ts';

/** Node.js codes for an unreachable server. ENOENT occurs only for a socket. */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENOENT',
  'EAI_AGAIN',
]);

/**
 * Class 08 connection, 57 shutdown, 53 insufficient resources, 28 invalid authorization, 3D000 unknown database, 55000
 * a database without connections, 25006 a read-only replica, 25P03 an idle transaction that the server ended.
 */
const UNAVAILABLE_CODE = /^(08...|57P..|53...|28...|3D000|55000|25006|25P03)$/;

const UNAVAILABLE_MESSAGE =
  /Connection terminated|Client has encountered a connection error|Cannot use a pool after/;
/** The message of node-postgres if no connection from the pool became free in time. */
const BUSY_MESSAGE = 'timeout exceeded when trying to connect';

function* causesOf(error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}

/** Checks whether an error or one of its causes has one of these SQLSTATEs. */
export function hasSqlState(error: unknown, ...states: readonly string[]): boolean {
  for (const cause of causesOf(error))
    if ('code' in cause && states.some((state) => state === cause.code)) return true;
  return false;
}

function isNetworkError(code: string, cause: Error): boolean {
  if (!NETWORK_CODES.has(code) || !('syscall' in cause)) return false;
  return code !== 'ENOENT' || cause.syscall === 'connect';
}

/**
 * Checks whether the database is unavailable or overloaded (RUN-03), as opposed to a wrong or slow statement
 * (OPER-01).
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (isDatabaseBusy(error)) return true;
  for (const cause of causesOf(error)) {
    if (cause instanceof UnresponsiveDatabase || cause instanceof UnreplicatedCommit) return true;
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    if (isNetworkError(code, cause) || UNAVAILABLE_CODE.test(code) || UNAVAILABLE_MESSAGE.test(cause.message))
      return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}

/** Class 22 data exceptions, 54 program limits. */
const REJECTED_CODE = /^(22...|54...)$/;

/** Checks whether the database can never store one of the values. */
export function isValueRejected(error: unknown): boolean {
  for (const cause of causesOf(error))
    if ('code' in cause && typeof cause.code === 'string' && REJECTED_CODE.test(cause.code)) return true;
  return false;
}

export function isDatabaseBusy(error: unknown): boolean {
  for (const cause of causesOf(error)) if (cause.message === BUSY_MESSAGE) return true;
  return false;
}

/** Checks whether a statement or its wait for a lock exceeded its time limit. */
export const isStatementTimeout = (error: unknown): boolean => hasSqlState(error, '57014', '55P03');

export const isPermissionDenied = (error: unknown): boolean => hasSqlState(error, '42501');

export const isDatabaseFull = (error: unknown): boolean => hasSqlState(error, '53100');

/** Checks whether a text contains a NUL byte or invalid Unicode. */
export const isUnstorableText = (error: unknown): boolean => hasSqlState(error, '22021', '22P05');

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  for (const cause of causesOf(error)) {
    if ('code' in cause && cause.code === '23505' && 'constraint' in cause && cause.constraint === constraint)
      return true;
  }
  return false;
}

/** Checks whether a concurrent transaction caused the error: a deadlock or a serialisation failure. */
export const isConflict = (error: unknown): boolean => hasSqlState(error, '40P01', '40001');

export const isDeadlock = (error: unknown): boolean => hasSqlState(error, '40P01');

export const isLockTimeout = (error: unknown): boolean => hasSqlState(error, '55P03');

/** The reasons why nothing can be saved, each with its message to callers (OWN-12). */
export type Fault =
  | 'disk_full'
  | 'files_disk_full'
  | 'read_only'
  | 'too_many_connections'
  | 'out_of_resources'
  | 'unknown_data_key'
  | 'deadlock'
  | 'unreachable';

/** Thrown if the program does not have this data key, for example after a key change. */
export class UnknownDataKey extends Error {
  override readonly name = 'UnknownDataKey';

  constructor(id: string) {
    super(`the data key ${id} is not known to this program`);
  }
}

const FULL_DISK_CODES = new Set<unknown>(['ENOSPC', 'EDQUOT']);

/** Returns the fault if the request did not cause the failure; null for other failures and for a full pool. */
export function faultOf(error: unknown): Fault | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof UnknownDataKey) return 'unknown_data_key';
    if ('syscall' in cause && 'code' in cause && FULL_DISK_CODES.has(cause.code)) return 'files_disk_full';
  }
  if (hasSqlState(error, '53100')) return 'disk_full';
  if (hasSqlState(error, '25006')) return 'read_only';
  if (hasSqlState(error, '53300')) return 'too_many_connections';
  if (hasSqlState(error, '53000', '53200', '53400')) return 'out_of_resources';
  if (hasSqlState(error, '40P01')) return 'deadlock';
  return isDatabaseUnavailable(error) && !isDatabaseBusy(error) ? 'unreachable' : null;
}

const MAX_ATTEMPTS = 5;

/** Runs a transaction, and retries it up to five times in total if a concurrent transaction makes it fail. */
export async function retryConflicts<T>(transact: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error;
    }
  }
}
