import { createHash } from 'node:crypto';

let made = 0;

/** An id that no other record of the test file has: 24 hex characters, the same in every run. */
export function newRecordId(): string {
  made += 1;
  return createHash('sha256').update(`record ${made}`).digest('hex').slice(0, 24);
}
