import type { ReadChanges } from './read-changes.ts';

/** How long changes are kept for streams that go on (LIVE-01). */
export const RETAINED_MS = 600_000;

const EVENT_ID = /^(\d{1,20})\.(\d{1,15})$/;

/** The oldest transaction that had not ended in a snapshot: what is missing in the snapshot is not older. */
export const oldestRunning = (snapshot: string): string => snapshot.split(':')[0] ?? '';

/** The id of the event that ends with this snapshot. */
export const eventIdOf = ({ snapshot, atMs }: Pick<ReadChanges, 'snapshot' | 'atMs'>): string =>
  `${oldestRunning(snapshot)}.${atMs}`;

/** The transaction from which a stream goes on after an event; null for an id that is not one of ours. */
export const transactionOf = (eventId: string): string | null => EVENT_ID.exec(eventId)?.[1] ?? null;

/** Whether all changes since an event are still there, judged from a snapshot that was taken now. */
export function isRetained(eventId: string, { snapshot, atMs }: ReadChanges): boolean {
  const [, xid, eventMs] = EVENT_ID.exec(eventId) ?? [];
  if (xid === undefined || atMs - Number(eventMs) > RETAINED_MS) return false;
  // An event of another database may lie in this one's future.
  return BigInt(xid) <= BigInt(snapshot.split(':')[1] ?? 0);
}
