import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { ReadChanges } from './live-changes.ts';

/** How long changes are stored (LIVE-01). */
export const RETAINED_MS = 600_000;

/** The oldest transaction that was running at a time of the database's clock. */
export interface LivePosition {
  readonly xid: string;
  readonly atMs: number;
}

/**
 * Returns the oldest unfinished transaction of a snapshot. All later changes belong to it or to a younger
 * transaction.
 */
export const oldestRunning = (snapshot: string): string => snapshot.split(':')[0] ?? '';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const POSITION_BYTES = 16;

/**
 * Returns the event id of a snapshot. It is encrypted because transaction numbers would reveal the write load
 * (OWN-10).
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

/** Decrypts an event id; null if this key did not create it. */
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

/** Checks, with a current snapshot, whether all changes since a position are still stored. */
export function isRetained(
  position: LivePosition,
  { snapshot, atMs }: Pick<ReadChanges, 'snapshot' | 'atMs'>,
): boolean {
  if (atMs - position.atMs > RETAINED_MS) return false;
  // An event of another database may be ahead of this database's transactions.
  return BigInt(position.xid) <= BigInt(snapshot.split(':')[1] ?? 0);
}
