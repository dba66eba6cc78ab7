import { setTimeout as delay } from 'node:timers/promises';
import type { Booking } from '@wayside/contract/bookings';
import { z } from 'zod';
import type { Database } from '../../../apps/server/src/platform/db/database.ts';
import { defineStatement } from '../../../apps/server/src/platform/db/statement.ts';
import { bookingRecord } from '../../../apps/server/src/records/bookings.ts';
import { LiveClient } from './live-client.ts';
import { type LiveCounts, LiveMarketplace, type LiveMechanic } from './live-marketplace.ts';
import { Random } from './random.ts';

/** As many as one call of ingest has records, with room. */
const MAX_MECHANICS = 400;
const MAX_OPEN = 200;

const MECHANICS = defineStatement({
  name: 'live-mechanics',
  text: `SELECT m.id, m.shop_latitude AS latitude, m.shop_longitude AS longitude, m.vehicle_types AS "vehicleTypes",
      EXISTS (SELECT FROM bookings AS b WHERE b.mechanic_id = m.id AND b.record_state = 'full' AND b.status IN ('accepted', 'arrived')) AS "isBusy"
    FROM mechanics AS m WHERE m.record_state = 'full' AND m.status = 'approved' AND NOT m.is_blocked AND m.is_available
      AND m.shop_latitude IS NOT NULL AND m.shop_longitude IS NOT NULL
    ORDER BY md5(m.id) LIMIT ${MAX_MECHANICS}`,
  row: z.object({
    id: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    vehicleTypes: z.array(z.string()),
    isBusy: z.boolean(),
  }),
  example: [],
});

const { json, joins } = bookingRecord.select;
const OPEN = defineStatement({
  name: 'live-open-emergencies',
  text: `SELECT ${json} AS record FROM (
      SELECT b.* FROM emergencies AS e JOIN bookings AS b ON b.id = e.booking_id
      WHERE e.phase <> 'ended' AND b.record_state = 'full' ORDER BY e.created_at DESC LIMIT ${MAX_OPEN}) AS b ${joins}`,
  row: z.object({ record: z.custom<Booking>() }),
  example: [],
});

const FEED = defineStatement({
  name: 'live-feed',
  text: 'SELECT last_position AS position FROM event_feed',
  row: z.object({ position: z.number() }),
  example: [],
});

/** Where the live demo goes on from: who can be sent, which emergencies are open, and where the feed ends. */
async function readLiveStart(database: Pick<Database, 'rows'>): Promise<{
  readonly mechanics: readonly LiveMechanic[];
  readonly open: readonly Booking[];
  readonly cursor: number;
}> {
  const [mechanics, open, [feed]] = await Promise.all([
    database.rows(MECHANICS, []),
    database.rows(OPEN, []),
    database.rows(FEED, []),
  ]);
  return {
    mechanics: mechanics.map(({ latitude, longitude, ...mechanic }) => ({
      ...mechanic,
      place: { latitude, longitude },
    })),
    open: open.map(({ record }) => ({ ...record, noteCount: null })),
    cursor: feed?.position ?? 0,
  };
}

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
