import { setMaxListeners } from 'node:events';
import { loggingFailures, repeat } from '../../repeat.ts';
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
export function copyRepeatedly(parts: CopyParts): () => Promise<void> {
  const { database, keys, hosts, log, now, pollMs = POLL_MS } = parts;
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  let isQueued = false;

  async function copyDue(): Promise<void> {
    while (!stopping.signal.aborted) {
      const claimed = await claimCopy(database, now());
      if (!claimed) return;
      await copyDocument(parts, claimed, { ...parts, signal: stopping.signal });
    }
  }

  async function work(): Promise<void> {
    if (!isQueued) await queueListedDocuments(database, keys, { hosts, now: now() });
    isQueued = true;
    await Promise.all(Array.from({ length: COPIERS }, copyDue));
  }

  const endWork = repeat(pollMs, loggingFailures(log, 'documents could not be copied', work));
  return async () => {
    stopping.abort();
    await endWork();
  };
}
