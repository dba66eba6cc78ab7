import { runQueue } from '../../platform/db/queue.ts';
import { claimCopy } from './claim-copy.ts';
import { type CopyContext, copyDocument } from './copy-document.ts';
import type { FetchOptions } from './fetch-document.ts';
import { queueListedDocuments } from './queue-listed-documents.ts';

const POLL_MS = 2_000;
/** Documents that one node copies at the same time. One is decoded at a time. */
const COPIERS = 3;

export interface CopyParts extends CopyContext, Omit<FetchOptions, 'signal'> {
  readonly pollMs?: number;
}

/**
 * Copies documents until the returned function is called, on any number of nodes (FILE-04). What a node leaves unfinished is
 * copied again after its lease.
 */
export function copyDocuments(parts: CopyParts): () => Promise<void> {
  const { database, keys, hosts, log, now, pollMs = POLL_MS } = parts;
  let isQueued = false;
  return runQueue({
    log,
    failure: 'documents could not be copied',
    pollMs,
    workers: COPIERS,
    prepare: async () => {
      if (!isQueued) await queueListedDocuments(database, keys, { hosts, now: now() });
      isQueued = true;
    },
    workOnNext: async (signal) => {
      const claimed = await claimCopy(database, now());
      if (!claimed) return false;
      await copyDocument(parts, claimed, { ...parts, signal });
      return true;
    },
  });
}
