import type { RecordHeader } from '@wayside/contract/ingest';

/** The version of a record; null where the source states none, which is older than any. */
export type Version = bigint | null;

/** Above every time in milliseconds, so that a stated number outranks any `updatedAt` (SYNC-03). */
const STATED = 2n ** 60n;

/** The one order of versions: a number that the source states, else the time of its last change. */
export function versionOf({ version, updatedAt }: Pick<RecordHeader, 'version' | 'updatedAt'>): Version {
  if (version !== null) return STATED + BigInt(version);
  return updatedAt === null ? null : BigInt(Date.parse(updatedAt));
}

/**
 * Whether a record is newer than another one for certain. A source that changes from no version to `updatedAt`, or to `_version`, may send old
 * records that count as newer (SYNC-03).
 */
export const isNewer = (version: Version, other: Version): boolean =>
  version !== null && other !== null && version > other && version >= STATED === other >= STATED;

/** Positive where the first is newer, 0 where both are the same. */
export function compareVersions(one: Version, other: Version): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one > other ? 1 : -1;
}
