import { UnreplicatedCommit, UnresponsiveDatabase } from './client.ts';

/** The codes of Node for an unreachable server; ENOENT counts for a socket only. */
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
 * The codes of PostgreSQL: class 08 connection, 57 operator intervention (shutdown), 53 insufficient resources, 28 invalid
 * authorization, 3D000 unknown database, 55000 a database without connections, 25006 a read-only replica, 25P03 an idle
 * transaction that the server ended.
 */
const AWAY_CODE = /^(08...|57P..|53...|28...|3D000|55000|25006|25P03)$/;

const AWAY_MESSAGE = /Connection terminated|Client has encountered a connection error|Cannot use a pool after/;
/** The message of node-postgres when no place in the pool became free in time. */
const BUSY_MESSAGE = 'timeout exceeded when trying to connect';

function* causesOf(error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}

/** Whether an error, or one of its causes, has one of these SQLSTATE codes. */
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
 * Whether a failure means that the database is away or overloaded, rather than that the statement was wrong (RUN-03) or
 * took too long (OPER-01).
 */
export function isDatabaseAway(error: unknown): boolean {
  if (isDatabaseBusy(error)) return true;
  for (const cause of causesOf(error)) {
    if (cause instanceof UnresponsiveDatabase || cause instanceof UnreplicatedCommit) return true;
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    if (isNetworkError(code, cause) || AWAY_CODE.test(code) || AWAY_MESSAGE.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseAway)) return true;
  }
  return false;
}

/** The codes of PostgreSQL for values that it cannot hold: class 22 data exceptions, 54 limits of the program. */
const REJECTED_CODE = /^(22...|54...)$/;

/** Whether the database can never hold one of the given values. */
export function isValueRejected(error: unknown): boolean {
  for (const cause of causesOf(error))
    if ('code' in cause && typeof cause.code === 'string' && REJECTED_CODE.test(cause.code)) return true;
  return false;
}

/** Whether no connection of the pool became free in time. */
export function isDatabaseBusy(error: unknown): boolean {
  for (const cause of causesOf(error)) if (cause.message === BUSY_MESSAGE) return true;
  return false;
}

/** Whether a statement was cancelled because it, or its wait for a lock, ran into its time limit. */
export const isTooSlow = (error: unknown): boolean => hasSqlState(error, '57014', '55P03');

/** Whether the role may not run a statement. */
export const isForbidden = (error: unknown): boolean => hasSqlState(error, '42501');

/** Whether the database reported a full disk. */
export const isDatabaseFull = (error: unknown): boolean => hasSqlState(error, '53100');

/** Whether the database rejected text with a NUL byte or broken Unicode. */
export const isUnstorableText = (error: unknown): boolean => hasSqlState(error, '22021', '22P05');

/** Whether a row violated a unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  for (const cause of causesOf(error)) {
    if ('code' in cause && cause.code === '23505' && 'constraint' in cause && cause.constraint === constraint)
      return true;
  }
  return false;
}

/** Whether a transaction fails because of another one at the same time: a deadlock or a serialisation failure. */
export const isConflict = (error: unknown): boolean => hasSqlState(error, '40P01', '40001');

/** Whether the database ended this transaction because of a deadlock. */
export const isDeadlock = (error: unknown): boolean => hasSqlState(error, '40P01');

/** Whether the wait for a lock exceeded lock_timeout. */
export const isLockTimeout = (error: unknown): boolean => hasSqlState(error, '55P03');
