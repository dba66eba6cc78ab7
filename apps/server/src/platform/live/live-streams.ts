import { setImmediate } from 'node:timers/promises';
import type { Role } from '@wayside/contract/roles';
import type { Logger } from 'pino';
import { unavailable } from '../../api-error.ts';
import type { DataKeys } from '../crypto/data-keys.ts';
import type { Database } from '../db/database.ts';
import { keepHistory } from './change-history.ts';
import { checkSessions } from './check-sessions.ts';
import { encodeChanges, mergeChanges, namedEvent } from './encode-changes.ts';
import { ListBudget } from './list-budget.ts';
import { eventIdOf, isRetained, positionOf, RETAINED_MS } from './live-position.ts';
import { LiveStream } from './live-stream.ts';
import { type ChangedRecords, type ReadChanges, readChangesAfter, readChangesFrom } from './read-changes.ts';

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
  readonly role: Role;
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
 * writers wait for nothing (LIVE-04). Each stream gets the changes of what its role may read (OWN-10).
 */
export function openLiveStreams(parts: {
  database: Database;
  keys: Pick<DataKeys, 'derived'>;
  log: Logger;
  now: () => Date;
}): LiveStreams {
  const { database, keys, log } = parts;
  const streams = new Set<LiveStream>();
  const history = keepHistory(database, log);
  const budget = new ListBudget();
  let position: ReadChanges | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isFailing = false;
  /** When the streams of each role last got an event. */
  const sentAtMs = new Map<Role, number>();
  let checkedAtMs = 0;

  const keyOfPositions = async () => (await keys.derived('live')).key;

  /** Sends what each role may read. @returns how long it took, in milliseconds */
  async function sendAll(eventsOf: (role: Role) => string): Promise<number> {
    const startedMs = performance.now();
    const bytesOf = new Map<Role, Buffer>();
    for (const stream of streams) {
      const bytes = bytesOf.get(stream.role) ?? Buffer.from(eventsOf(stream.role));
      bytesOf.set(stream.role, bytes);
      if (bytes.length > 0) stream.send(bytes);
    }
    for (const [role, { length }] of bytesOf) if (length > 0) sentAtMs.set(role, startedMs);
    if ([...bytesOf.values()].every(({ length }) => length === 0)) return 0;
    // The sockets are written to before the next turn of the event loop.
    await setImmediate();
    return performance.now() - startedMs;
  }

  /** The events for a role; empty where it gets none now, as if nothing had changed. */
  function eventsFor(role: Role, merged: readonly ChangedRecords[], id: string): string {
    const isDue = performance.now() - (sentAtMs.get(role) ?? 0) > HEARTBEAT_MS;
    return encodeChanges(merged, id, role) || (isDue ? `: heartbeat\n${namedEvent('position', id)}` : '');
  }

  /** @returns how long the sending took, in milliseconds */
  async function flush(before: ReadChanges): Promise<number> {
    const key = await keyOfPositions();
    const read = await readChangesAfter(database, before.snapshot);
    // After the reading, so that nobody is told of a change by a role that they had before it.
    if (read.changes.length > 0 || performance.now() - checkedAtMs > SESSION_CHECK_MS) {
      await checkSessions(database, streams, parts.now());
      checkedAtMs = performance.now();
    }
    position = read;
    const id = eventIdOf(read, key);
    if (read.atMs - before.atMs > RETAINED_MS) return sendAll(() => namedEvent('resync', id));
    const merged = mergeChanges(read.changes, (entity, count) => budget.take(entity, count));
    return sendAll((role) => eventsFor(role, merged, id));
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

  /** What a stream begins with that shows data of this age, or none. */
  function firstEvents(stream: LiveStream, ageMs: number | null): Promise<string> {
    const xid = ageMs === null ? null : history.transactionBefore(ageMs);
    return changesFrom(stream, xid, () => ageMs !== null && xid === null);
  }

  /** What a stream begins with that continues after an event. */
  async function missedEvents(stream: LiveStream, lastEventId: string): Promise<string> {
    const last = positionOf(lastEventId, await keyOfPositions());
    return changesFrom(stream, last?.xid ?? null, (read) => last === null || !isRetained(last, read));
  }

  /** The changes of a transaction and of younger ones; null is none. @param hasGap whether older ones are missing */
  async function changesFrom(
    stream: LiveStream,
    xid: string | null,
    hasGap: (read: ReadChanges) => boolean,
  ): Promise<string> {
    const key = await keyOfPositions();
    const read = await readChangesFrom(database, xid);
    await checkSessions(database, [stream], parts.now());
    const id = eventIdOf(read, key);
    if (hasGap(read)) return namedEvent('resync', id);
    return encodeChanges(mergeChanges(read.changes), id, stream.role) || namedEvent('position', id);
  }

  return {
    open: async ({ tokenHash, role, lastEventId, ageMs }) => {
      if (isClosed) throw unavailable('The program is stopping.', 1);
      if (streams.size >= STREAMS_PER_NODE) throw unavailable('Too many streams are open.', 10);
      if (position === null) {
        const here = await readChangesFrom(database, null);
        position ??= here;
      }
      const stream = new LiveStream(tokenHash, role);
      // Before its own reading: changes that are flushed in the meantime are held back, so that none is missed between the two.
      add(stream);
      try {
        const first =
          lastEventId === null ? await firstEvents(stream, ageMs) : await missedEvents(stream, lastEventId);
        stream.begin(RETRY_LINE + first);
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
