import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../../apps/server/src/platform/db/database.ts';
import { LiveClient } from './live-client.ts';
import { type LiveCounts, LiveMarketplace } from './live-marketplace.ts';
import { readLiveStart } from './live-start.ts';
import { Random } from './random.ts';

const STEP_MS = 1_000;

export interface LiveOptions {
  readonly address: string;
  readonly key: string;
  readonly seed: number;
  /** How many times as fast as real time. */
  readonly pace: number;
  readonly stopped: AbortSignal;
  readonly onReachable: (isReachable: boolean) => void;
  /** Called after each step. */
  readonly onStep: (counts: LiveCounts) => void;
}

/**
 * Goes on as a marketplace would until it is stopped, by ingest and the feed of a running program (ROAD-04, ROAD-05).
 * @param database read once, for where to go on from
 * @returns what has happened; null where no mechanic can be sent
 * @throws LiveError where the program rejects key or records
 */
export async function runLive(database: Pick<Database, 'rows'>, options: LiveOptions): Promise<LiveCounts | null> {
  const { pace, stopped, onStep } = options;
  const start = await readLiveStart(database);
  if (start.mechanics.length === 0) return null;
  const nowMs = Date.now();
  const random = new Random(options.seed, 'live', Math.floor(nowMs / 1000));
  const marketplace = new LiveMarketplace(start.mechanics, start.open, { random, pace, nowMs });
  const client = new LiveClient(options);
  let { cursor } = start;
  while (!stopped.aborted) {
    const read = await client.read(cursor);
    cursor = read.cursor;
    await client.send(marketplace.step(Date.now(), read.requests));
    onStep(marketplace.counts);
    await delay(Math.max(50, STEP_MS / pace), undefined, { signal: stopped }).catch(() => undefined);
  }
  return marketplace.counts;
}
