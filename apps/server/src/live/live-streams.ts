import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { unavailable } from '../api-error.ts';
import type { Database } from '../db/database.ts';
import { keepHistory } from './change-history.ts';
import { closeEndedStreams } from './close-ended-streams.ts';
import { encodeChanges, namedEvent } from './encode-changes.ts';
import { ListBudget } from './list-budget.ts';
import { eventIdOf, isRetained, RETAINED_MS, transactionOf } from './live-position.ts';
import { LiveStream } from './live-stream.ts';
import { type ReadChanges, readChangesAfter, readChangesFrom } from './read-changes.ts';

/** At most ten times a second (LIVE-04). */
const FLUSH_MS = 100;
/** The pause is so many times the time of sending, so that streams never take the processor from calls. */
const PAUSE_PER_WORK = 3;
const LONGEST_PAUSE_MS = 500;
const HEARTBEAT_MS = 5_000;
const SESSION_CHECK_MS = 2_000;
const STREAMS_PER_SESSION = 8;
const STREAMS_PER_NODE = 2_000;
/** How long a client waits before it connects again. */
const RETRY_LINE = 'retry: 2000\n';

/** Where a stream begins. */
export interface OpenLiveStreamInput {
  readonly tokenHash: Buffer;
  /** The last event of the stream before; null for the first one. */
  readonly lastEventId: string | null;
  /** How old the data are that the client shows, in milliseconds; null for a client that shows nothing. */
  readonly ageMs: number | null;
}

/** The open streams of this node. */
export interface LiveStreams {
  /** Opens a stream (LIVE-01). @throws 503 while the program stops or has too many streams */
  open(input: OpenLiveStreamInput): Promise<LiveStream>;
  start(): Promise<void>;
  /** Ends every stream, so that the server can close. A reading in progress ends by its own limit. */
  close(): void;
}

/**
 * Streams what changes in the database. One flusher for all streams reads the changes, only while there are streams;
 * whoever writes waits for nothing (LIVE-04).
 */
export function openLiveStreams(parts: { database: Database; log: Logger; now: () => Date }): LiveStreams {
  const { database, log } = parts;
  const streams = new Set<LiveStream>();
  const history = keepHistory(database, log);
  const budget = new ListBudget();
  let position: ReadChanges | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isFailing = false;
  let toldAtMs = 0;
  let checkedAtMs = 0;

  /** @returns how long it took, in milliseconds */
  async function sendAll(events: string): Promise<number> {
    const startedMs = performance.now();
    const bytes = Buffer.from(events);
    for (const stream of streams) stream.send(bytes);
    // The sockets are written to before the next turn of the event loop.
    await setImmediate();
    return performance.now() - startedMs;
  }

  /** The events since a snapshot; empty where nothing is to be told. */
  function eventsOf(read: ReadChanges, before: ReadChanges, nowMs: number): string {
    const id = eventIdOf(read);
    if (read.atMs - before.atMs > RETAINED_MS) return namedEvent('resync', id);
    if (read.changes.length > 0)
      return encodeChanges(read.changes, id, (entity, count) => budget.take(entity, count));
    return nowMs - toldAtMs > HEARTBEAT_MS ? `: heartbeat\n${namedEvent('position', id)}` : '';
  }

  /** @returns how long the sending took, in milliseconds */
  async function flush(before: ReadChanges): Promise<number> {
    const read = await readChangesAfter(database, before.snapshot);
    position = read;
    const nowMs = performance.now();
    const events = eventsOf(read, before, nowMs);
    let sendingMs = 0;
    if (events !== '') {
      toldAtMs = nowMs;
      sendingMs = await sendAll(events);
    }
    if (nowMs - checkedAtMs > SESSION_CHECK_MS) {
      checkedAtMs = nowMs;
      await closeEndedStreams(database, streams, parts.now());
    }
    return sendingMs;
  }

  function plan(pauseMs: number): void {
    timer = setTimeout(() => void flushAndPlan(), pauseMs);
  }
  async function flushAndPlan(): Promise<void> {
    let sendingMs = 0;
    try {
      if (position !== null) sendingMs = await flush(position);
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'changes could not be read for open streams; it is tried again');
      isFailing = true;
    }
    if (streams.size === 0 || isClosed) {
      timer = undefined;
      position = null;
      return;
    }
    const pauseMs = Math.max(FLUSH_MS, sendingMs * PAUSE_PER_WORK);
    plan(isFailing ? LONGEST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, pauseMs));
  }

  function add(stream: LiveStream): void {
    const own = [...streams].filter(({ tokenHash }) => tokenHash.equals(stream.tokenHash));
    // The oldest is probably one whose client is gone.
    for (const old of own.slice(0, Math.max(0, own.length - STREAMS_PER_SESSION + 1))) old.finish();
    streams.add(stream);
    stream.once('close', () => streams.delete(stream));
    if (timer === undefined) plan(0);
  }

  return {
    open: async ({ tokenHash, lastEventId, ageMs }) => {
      if (isClosed) throw unavailable('The program is stopping.', 1);
      if (streams.size >= STREAMS_PER_NODE) throw unavailable('Too many streams are open.', 10);
      if (position === null) {
        const here = await readChangesFrom(database, null);
        position ??= here;
      }
      const stream = new LiveStream(tokenHash);
      // Before its own reading: what is flushed meanwhile is held back, so that nothing falls between the two.
      add(stream);
      try {
        const isNew = lastEventId === null;
        const known = isNew ? ageMs !== null && history.transactionBefore(ageMs) : transactionOf(lastEventId);
        const read = await readChangesFrom(database, known || null);
        const id = eventIdOf(read);
        const hasGap = isNew ? known === null : !isRetained(lastEventId, read);
        const missed = hasGap ? '' : encodeChanges(read.changes, id);
        stream.begin(RETRY_LINE + (missed || namedEvent(hasGap ? 'resync' : 'position', id)));
      } catch (error) {
        stream.destroy();
        throw error;
      }
      return stream;
    },
    start: history.start,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      void history.stop();
      for (const stream of streams) stream.finish();
    },
  };
}
