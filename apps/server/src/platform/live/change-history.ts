import type { Logger } from 'pino';
import { z } from 'zod';
import { loggingFailures, repeat } from '../../repeat.ts';
import type { Database } from '../db/database.ts';
import { defineStatement } from '../db/statement.ts';
import { oldestRunning, RETAINED_MS } from './live-position.ts';

const SAMPLE_MS = 5_000;
/** Samples between two deletions. */
const DELETE_EVERY = 12;
/** Longer than RETAINED_MS, so that a stream that goes on finds everything. */
const DELETED_AFTER_MS = RETAINED_MS + 60_000;

const SNAPSHOT = defineStatement({
  name: 'current-snapshot',
  text: 'SELECT pg_current_snapshot()::text AS snapshot',
  row: z.object({ snapshot: z.string() }),
  example: [],
});
const DELETE_OLDER = defineStatement({
  name: 'delete-older-live-changes',
  text: 'DELETE FROM live_changes WHERE xid < $1::xid8',
  example: ['1'],
});

/** Where the database was at several times of the last minutes. */
export interface ChangeHistory {
  /** A transaction such as all that were not committed so long ago are not older; null when that is not known. */
  transactionBefore(ageMs: number): string | null;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Samples the snapshot of the database, and deletes the changes that all ended before the oldest one: when a transaction
 * was committed, rather than when it wrote, decides what is old.
 */
export function keepHistory(database: Database, log: Logger): ChangeHistory {
  const samples: { readonly atMs: number; readonly xid: string }[] = [];
  let count = 0;
  let end = () => Promise.resolve();

  async function sample(): Promise<void> {
    const atMs = performance.now();
    const [found] = await database.rows(SNAPSHOT, []);
    if (found) samples.push({ atMs, xid: oldestRunning(found.snapshot) });
    count += 1;
    if (count % DELETE_EVERY === 0) await deleteOld(atMs);
  }
  async function deleteOld(nowMs: number): Promise<void> {
    const youngest = samples.findLastIndex(({ atMs }) => nowMs - atMs > DELETED_AFTER_MS);
    const old = samples[youngest];
    if (old === undefined) return;
    await database.rows(DELETE_OLDER, [old.xid]);
    samples.splice(0, youngest);
  }
  const attempt = loggingFailures(log, 'the position of the database could not be read', sample);

  return {
    transactionBefore: (ageMs) => {
      const before = performance.now() - ageMs;
      return samples.findLast(({ atMs }) => atMs <= before)?.xid ?? null;
    },
    start: async () => {
      await attempt();
      end = repeat(SAMPLE_MS, attempt);
    },
    stop: () => end(),
  };
}
