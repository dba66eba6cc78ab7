import type { Row, Value } from '../records/collection.ts';

const BYTES = 4;

/** FNV-1a with a final mix: enough to tell one value of a field from another, far cheaper than a real digest. */
function hashOf(value: Value | undefined): number {
  if (value === null || value === undefined) return 0;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  // Zero is "nothing there".
  return (hash ^ (hash >>> 16)) >>> 0 || 1;
}

/** What is remembered of each field as the source had it, four bytes each, in the collection's order (IMPO-02). */
export function fieldHashes(row: Row): Buffer {
  const hashes = Buffer.allocUnsafe((row.length - 1) * BYTES);
  for (let index = 1; index < row.length; index++) hashes.writeUInt32LE(hashOf(row[index]), (index - 1) * BYTES);
  return hashes;
}

/** Which columns differ. One that was not remembered, because the collection has gained it since, does too. */
export function changedColumns(before: Buffer, after: Buffer): number[] {
  const changed: number[] = [];
  for (let at = 0; at < after.length; at += BYTES) {
    const isSame = at + BYTES <= before.length && before.readUInt32LE(at) === after.readUInt32LE(at);
    if (!isSame) changed.push(at / BYTES);
  }
  return changed;
}
