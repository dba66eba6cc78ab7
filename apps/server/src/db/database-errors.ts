import { SilentDatabase } from './client.ts';

/** Node's codes for a server that cannot be reached; ENOENT is one only of a socket, not of a file. */
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
 * PostgreSQL's codes: class 08 connection, 57 operator intervention (shutdown), 53 out of resources, 28 refused at the
 * door, 3D000 no such database, 55000 one that takes no connections, 25006 a replica that may not write, 25P03 a
 * transaction that the server ended because nothing came.
 */
const AWAY_CODE = /^(08...|57P..|53...|28...|3D000|55000|25006|25P03)$/;

const AWAY_MESSAGE = /Connection terminated|Client has encountered a connection error|Cannot use a pool after/;
/** node-postgres': every place in the pool was taken for as long as a place is waited for. */
const BUSY_MESSAGE = 'timeout exceeded when trying to connect';

function* causesOf(error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
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
    if (cause instanceof SilentDatabase) return true;
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    if (isNetworkError(code, cause) || AWAY_CODE.test(code) || AWAY_MESSAGE.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseAway)) return true;
  }
  return false;
}

/** Whether no connection of the pool became free in time. */
export function isDatabaseBusy(error: unknown): boolean {
  for (const cause of causesOf(error)) if (cause.message === BUSY_MESSAGE) return true;
  return false;
}

/** Whether a statement was cancelled because it ran into its time limit. */
export function isTooSlow(error: unknown): boolean {
  for (const cause of causesOf(error)) if ('code' in cause && cause.code === '57014') return true;
  return false;
}

/** Whether the disk of the database is full, as far as the database could still say so. */
export function isDatabaseFull(error: unknown): boolean {
  for (const cause of causesOf(error)) if ('code' in cause && cause.code === '53100') return true;
  return false;
}

/** Whether the database refused text with a NUL byte or broken Unicode. */
export function isUnstorableText(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    if ('code' in cause && (cause.code === '22021' || cause.code === '22P05')) return true;
  }
  return false;
}

/** Whether a row was refused because another one has what must be unique. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  for (const cause of causesOf(error)) {
    if ('code' in cause && cause.code === '23505' && 'constraint' in cause && cause.constraint === constraint)
      return true;
  }
  return false;
}

/** Whether two transactions waited for each other and the database ended this one. */
export function isDeadlock(error: unknown): boolean {
  for (const cause of causesOf(error)) if ('code' in cause && cause.code === '40P01') return true;
  return false;
}

/** Whether a lock was waited for in vain, as long as lock_timeout allows. */
export function isLockTimeout(error: unknown): boolean {
  for (const cause of causesOf(error)) if ('code' in cause && cause.code === '55P03') return true;
  return false;
}
