import { decodeLeniently, type ReportUnreadable, type Wire } from './wire.ts';

/** The records of an answer, as far as they could be read (API-15). */
export interface ReadRows<T> {
  readonly rows: T[];
  /** How many records were excluded or have a field that could not be read; missing where none. */
  readonly unreadable?: number;
}

/**
 * Reads the records of a list that another provider has sent.
 * @returns undefined where it is not a list at all; nothing and null are an empty one
 */
export function readRows<T>(rows: Wire<T[]>, given: unknown, report: ReportUnreadable): ReadRows<T> | undefined {
  if (given !== undefined && given !== null && !Array.isArray(given)) {
    report('data', 'is not a list');
    return undefined;
  }
  const spoilt = new Set<string>();
  const found = decodeLeniently(
    rows,
    given,
    (path, issue) => {
      spoilt.add(/^data\[\d+\]/.exec(path)?.[0] ?? path);
      report(path, issue);
    },
    'data',
  );
  return { rows: found ?? [], ...(spoilt.size > 0 ? { unreadable: spoilt.size } : {}) };
}
