import { hasSqlState, isDatabaseAway, isDatabaseBusy } from './database-errors.ts';

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
