import { setTimeout as delay } from 'node:timers/promises';
import { booking } from '@wayside/contract/bookings';
import type { IngestCollection } from '@wayside/contract/collections';
import { eventData, feedCursor, listChanges } from '@wayside/contract/events';
import { ingestRecords, MAX_INGEST_RECORDS, position } from '@wayside/contract/ingest';
import { user } from '@wayside/contract/users';
import { encoderOf, type Wire } from '@wayside/contract/wire/wire';
import * as z from 'zod/mini';
import type { LiveRecords, LiveRequest } from './live-marketplace.ts';

const LONGEST_WAIT_MS = 5_000;
const ANSWER_MS = 20_000;
const API = '/api/v1';

/** What the program does not take: a key that was revoked, or a record that does not fit. */
export class LiveError extends Error {}

interface LiveClientOptions {
  /** "http://127.0.0.1:3000" */
  readonly address: string;
  readonly key: string;
  readonly stopped: AbortSignal;
  /** Called once when there is no answer, and once when there is one again. */
  readonly onReachable: (isReachable: boolean) => void;
}

/** Sends records to a running program and reads its feed, again and again until there is an answer. */
export class LiveClient {
  readonly #options: LiveClientOptions;
  #isReachable = true;
  #version = 0;

  constructor(options: LiveClientOptions) {
    this.#options = options;
  }

  /** Sends what has happened: customers before their bookings. @throws LiveError */
  async send({ users, bookings, positions }: LiveRecords): Promise<void> {
    await this.#ingest(
      'users',
      users.map((each) => this.#versioned(user, each)),
    );
    await this.#ingest(
      'bookings',
      bookings.map((each) => this.#versioned(booking, each)),
    );
    await this.#ingest('positions', positions.map(encoderOf(position)));
  }

  /** What the desk has asked for since a cursor. @throws LiveError */
  async read(cursor: number): Promise<{ readonly requests: readonly LiveRequest[]; readonly cursor: number }> {
    const answer = await this.#call(`${listChanges.path}?limit=100&after=${encoderOf(feedCursor)(cursor)}`);
    if (answer === null) return { requests: [], cursor };
    const { rows, cursor: next } = z.decode(listChanges.answer, answer as never);
    return { requests: rows.flatMap(({ type, data }) => requestOf(type, data)), cursor: next };
  }

  /** A version that grows from run to run, so that the last record wins. */
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

  /** @returns null where it is stopped before there is an answer */
  async #call(path: string, body?: string): Promise<unknown> {
    const { address, key, stopped, onReachable } = this.#options;
    for (let waitMs = 250; !stopped.aborted; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      const answer = await fetch(address + API + path, {
        ...(body === undefined ? {} : { method: 'POST', body }),
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        signal: AbortSignal.any([stopped, AbortSignal.timeout(ANSWER_MS)]),
      }).catch(() => null);
      const text = await answer?.text().catch(() => null);
      const isAway = !answer || typeof text !== 'string' || answer.status >= 500 || answer.status === 429;
      if (isAway === this.#isReachable && !stopped.aborted) onReachable(!isAway);
      this.#isReachable = !isAway;
      // 207: what was rejected would be rejected again.
      if (!isAway && answer.status === 200) return JSON.parse(text);
      if (!isAway) throw new LiveError(`The program answered ${answer.status}: ${text.slice(0, 500)}`);
      await delay(waitMs, undefined, { signal: stopped }).catch(() => undefined);
    }
    return null;
  }
}

function requestOf(type: string, data: Record<string, unknown>): LiveRequest[] {
  if (type === 'booking.assign_requested') {
    const { id, mechanicId }: { id: string; mechanicId?: string } = z.decode(eventData[type], data as never);
    return mechanicId === undefined ? [] : [{ kind: 'assign', bookingId: id, mechanicId }];
  }
  if (type !== 'booking.cancel_requested') return [];
  const { id }: { id: string } = z.decode(eventData[type], data as never);
  return [{ kind: 'cancel', bookingId: id }];
}
