import { setTimeout as delay } from 'node:timers/promises';
import { type Booking, booking } from '@wayside/contract/bookings';
import type { IngestCollection } from '@wayside/contract/collections';
import { eventData, feedCursor, listChanges } from '@wayside/contract/events';
import { ingestRecords, MAX_INGEST_RECORDS, position } from '@wayside/contract/ingest';
import { refundOfSource } from '@wayside/contract/refunds';
import { user } from '@wayside/contract/users';
import { encoderOf, type Wire } from '@wayside/contract/wire/wire';
import { z } from 'zod';
import type { Database } from '../../../apps/server/src/platform/db/database.ts';
import { defineStatement } from '../../../apps/server/src/platform/db/statement.ts';
import { bookingRecord } from '../../../apps/server/src/records/bookings.ts';
import {
  type LiveCounts,
  LiveMarketplace,
  type LiveMechanic,
  type LiveRecords,
  type LiveRequest,
} from './live-marketplace.ts';
import { Random } from './random.ts';

const MAX_RETRY_WAIT_MS = 5_000;
const RESPONSE_TIMEOUT_MS = 20_000;
const API = '/api/v1';

/** Thrown if the program rejects the key or a record. */
export class LiveError extends Error {}

export interface LiveOptions {
  readonly address: string;
  readonly key: string;
  readonly seed: number;
  /** The speed relative to real time. */
  readonly pace: number;
  readonly stopped: AbortSignal;
  /** Called when the program stops responding and when it responds again. */
  readonly onReachable: (isReachable: boolean) => void;
  readonly onStep: (counts: LiveCounts) => void;
}

/** Sends records to a running program and reads its changes feed. It retries each request until it gets a response. */
class LiveClient {
  readonly #options: LiveOptions;
  #isReachable = true;
  #version = 0;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  /** Sends customers before their bookings. @throws LiveError */
  async send({ users, bookings, positions, refunds }: LiveRecords): Promise<void> {
    await this.#ingest(
      'users',
      users.map((each) => this.#versioned(user, each)),
    );
    await this.#ingest(
      'bookings',
      bookings.map((each) => this.#versioned(booking, each)),
    );
    await this.#ingest('positions', positions.map(encoderOf(position)));
    await this.#ingest('refunds', refunds.map(encoderOf(refundOfSource)));
  }

  /**
   * Reads the desk's requests after a cursor.
   * @throws LiveError
   */
  async read(cursor: number): Promise<{ readonly requests: readonly LiveRequest[]; readonly cursor: number }> {
    const response = await this.#call(`${listChanges.path}?limit=100&after=${encoderOf(feedCursor)(cursor)}`);
    if (response === null) return { requests: [], cursor };
    const { rows, cursor: next } = z.decode(listChanges.response, response as never);
    return { requests: rows.flatMap(({ type, data }) => toLiveRequests(type, data)), cursor: next };
  }

  /** Adds a version to a record. The version increases from run to run, so that the latest record wins. */
  #versioned<T>(schema: Wire<T>, record: T): object {
    this.#version = Math.max(this.#version + 1, Date.now());
    return { ...(encoderOf(schema)(record) as object), _version: this.#version };
  }

  async #ingest(collection: IngestCollection, records: readonly unknown[]): Promise<void> {
    for (let from = 0; from < records.length; from += MAX_INGEST_RECORDS) {
      const path = `${ingestRecords.path.replace('{collection}', collection)}?results=rejected`;
      await this.#call(path, JSON.stringify(records.slice(from, from + MAX_INGEST_RECORDS)));
    }
  }

  /** @returns null if the live demo is stopped before a response arrives */
  async #call(path: string, body?: string): Promise<unknown> {
    const { address, key, stopped, onReachable } = this.#options;
    for (let waitMs = 250; !stopped.aborted; waitMs = Math.min(2 * waitMs, MAX_RETRY_WAIT_MS)) {
      const response = await fetch(address + API + path, {
        ...(body === undefined ? {} : { method: 'POST', body }),
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        signal: AbortSignal.any([stopped, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
      }).catch(() => null);
      const text = await response?.text().catch(() => null);
      const isUnreachable =
        !response || typeof text !== 'string' || response.status >= 500 || response.status === 429;
      if (isUnreachable === this.#isReachable && !stopped.aborted) onReachable(!isUnreachable);
      this.#isReachable = !isUnreachable;
      // A 207 response is not retried, because the rejected records would be rejected again.
      if (!isUnreachable && response.status === 200) return JSON.parse(text);
      if (!isUnreachable) throw new LiveError(`The program returned ${response.status}: ${text.slice(0, 500)}`);
      await delay(waitMs, undefined, { signal: stopped }).catch(() => undefined);
    }
    return null;
  }
}

type Requested = { readonly id: string; readonly paymentId: string; readonly amountPaise: number };

function toLiveRequests(type: string, data: Record<string, unknown>): LiveRequest[] {
  if (type === 'booking.assign_requested') {
    const { id, mechanicId }: { id: string; mechanicId?: string } = z.decode(eventData[type], data as never);
    return mechanicId === undefined ? [] : [{ kind: 'assign', bookingId: id, mechanicId }];
  }
  if (type === 'refund.requested') {
    const { id: refundId, paymentId, amountPaise }: Requested = z.decode(eventData[type], data as never);
    return [{ kind: 'refund', refundId, paymentId, amountPaise }];
  }
  if (type === 'refund.cancelled') {
    const { id }: { id: string } = z.decode(eventData[type], data as never);
    return [{ kind: 'cancel_refund', refundId: id }];
  }
  if (type !== 'booking.cancel_requested') return [];
  const { id }: { id: string } = z.decode(eventData[type], data as never);
  return [{ kind: 'cancel', bookingId: id }];
}

/** These limits keep the number of records safely below the maximum of one ingest request. */
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

/** Reads the start state of the live demo: available mechanics, open emergencies and the end of the feed. */
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

/**
 * Acts as a marketplace until it is stopped, using ingest and the changes feed of a running program (ROAD-04,
 * ROAD-05).
 * @returns the counts; null if no mechanic can be sent
 * @throws LiveError if the program rejects the key or records
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
