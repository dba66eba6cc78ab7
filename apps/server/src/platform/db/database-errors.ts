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

/** Why the program cannot save anything, with what its callers are told (OWN-12). */
export const FAULTS = {
  disk_full: "The database's disk is full. Nothing was saved. Free some space, then try again.",
  files_disk_full: 'The disk for uploaded files is full. Nothing was saved. Free some space, then try again.',
  read_only: 'The database accepts no changes at the moment. Nothing was saved. Please try again shortly.',
  too_many_connections: 'The database has too many connections. Nothing was saved. Please try again shortly.',
  out_of_resources: 'The database has run out of resources. Nothing was saved. Please try again shortly.',
  unknown_data_key:
    'This server does not have the current data key. Nothing was saved. Please try again shortly, or restart it with the new DATA_KEY.',
  deadlock: 'Two changes blocked each other. Nothing was saved. Please try again.',
  unreachable: 'The database cannot be reached. Please try again shortly.',
} as const satisfies Readonly<Record<string, string>>;

/** The cause of a failure that is no fault of the request, for log lines. */
export type Fault = keyof typeof FAULTS;

/** Thrown when the current data key, or that of a value, is not known to this program, as after a change of the key. */
export class UnknownDataKey extends Error {
  override readonly name = 'UnknownDataKey';

  constructor(id: string) {
    super(`the data key ${id} is not known to this program`);
  }
}

const FULL_DISK_CODES = new Set<unknown>(['ENOSPC', 'EDQUOT']);

/** The cause of a failure; null for one that has another, such as a statement that is wrong or a pool without a free place. */
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
  return isDatabaseAway(error) && !isDatabaseBusy(error) ? 'unreachable' : null;
}

const MAX_ATTEMPTS = 5;

/** Runs a transaction again, four times at most, that fails because of another one at the same time. */
export async function retryConflicts<T>(transact: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error;
    }
  }
}
