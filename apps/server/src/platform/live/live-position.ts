import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { ReadChanges } from './live-changes.ts';

/** How long changes are kept for streams that continue after an event (LIVE-01). */
export const RETAINED_MS = 600_000;

/** Where a stream continues: the oldest transaction that was running, and the clock of the database in milliseconds. */
export interface LivePosition {
  readonly xid: string;
  readonly atMs: number;
}

/** The oldest transaction that had not ended in a snapshot: every change that the snapshot lacks is of it or of a younger one. */
export const oldestRunning = (snapshot: string): string => snapshot.split(':')[0] ?? '';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const POSITION_BYTES = 16;

/**
 * The id of the event that ends with this snapshot. It is encrypted: the number of transactions would show to everybody how much
 * is written that their role may not read (OWN-10).
 */
export function eventIdOf({ snapshot, atMs }: Pick<ReadChanges, 'snapshot' | 'atMs'>, key: Buffer): string {
  const position = Buffer.alloc(POSITION_BYTES);
  position.writeBigUInt64BE(BigInt(oldestRunning(snapshot)));
  position.writeBigUInt64BE(BigInt(atMs), POSITION_BYTES / 2);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const encrypted = Buffer.concat([cipher.update(position), cipher.final()]);
  return Buffer.concat([iv, encrypted, cipher.getAuthTag()]).toString('base64url');
}

/** The position of an event; null for an id that this key did not make. */
export function positionOf(eventId: string, key: Buffer): LivePosition | null {
  const bytes = Buffer.from(eventId, 'base64url');
  if (bytes.length !== IV_BYTES + POSITION_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const position = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
    const atMs = Number(position.readBigUInt64BE(POSITION_BYTES / 2));
    return { xid: position.readBigUInt64BE().toString(), atMs };
  } catch {
    return null;
  }
}

/** Whether all changes since a position are still there, judged from a snapshot that was taken now. */
export function isRetained(
  position: LivePosition,
  { snapshot, atMs }: Pick<ReadChanges, 'snapshot' | 'atMs'>,
): boolean {
  if (atMs - position.atMs > RETAINED_MS) return false;
  // An event of another database may be in this one's future.
  return BigInt(position.xid) <= BigInt(snapshot.split(':')[1] ?? 0);
}
