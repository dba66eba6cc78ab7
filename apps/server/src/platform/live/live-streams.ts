import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { ROLES, type Role } from '@wayside/contract/roles';
import { sentence } from '@wayside/contract/sentences';
import type { Logger } from 'pino';
import { z } from 'zod';
import { unavailable } from '../../api-error.ts';
import { repeat, withFailureLogging } from '../../repeat.ts';
import type { DataKeys } from '../crypto/data-keys.ts';
import type { Database } from '../db/database.ts';
import { defineStatement } from '../db/statement.ts';
import {
  type ChangedRecords,
  encodeChanges,
  ListBudget,
  mergeChanges,
  namedEvent,
  type ReadChanges,
  readChangesAfter,
  readChangesFrom,
} from './live-changes.ts';
import { eventIdOf, isRetained, oldestRunning, positionOf, RETAINED_MS } from './live-position.ts';

/** A slow client's stream ends at this size; the client continues with a new one. */
const MAX_BACKLOG_BYTES = 262_144;

/** The event stream of one client. */
class LiveStream extends Readable {
  readonly tokenHash: Buffer;
  /** Updated by `checkSessions`. */
  role: Role;
  #held: Buffer[] | null = [];
  #isFinished = false;

  constructor(tokenHash: Buffer, role: Role) {
    super({ read: () => undefined });
    this.tokenHash = tokenHash;
    this.role = role;
  }

  /** Sends events; holds them back until `begin` is called. */
  send(events: Buffer): void {
    if (this.destroyed || this.#isFinished) return;
    if (this.#held !== null) this.#held.push(events);
    else if (this.readableLength > MAX_BACKLOG_BYTES) this.finish();
    else this.push(events);
  }

  begin(events: string): void {
    if (this.destroyed || this.#isFinished) return;
    this.push(events);
    const held = this.#held ?? [];
    this.#held = null;
    for (const each of held) this.send(each);
  }

  /** Ends the stream after everything sent so far. */
  finish(): void {
    if (this.destroyed || this.#isFinished) return;
    this.#isFinished = true;
    this.push(null);
  }
}

const OPEN_SESSIONS = defineStatement({
  name: 'open-sessions',
  text: `SELECT encode(s.token_hash, 'hex') AS token, a.role FROM sessions s JOIN admins a ON a.id = s.admin_id
         WHERE s.token_hash = ANY ($1::bytea[]) AND s.expires_at > $2 AND a.suspended_at IS NULL`,
  row: z.object({ token: z.string(), role: z.enum(ROLES) }),
  example: [[Buffer.from([1])], new Date(0)],
});

/** Ends the streams of ended sessions and updates the roles of the others (LIVE-01, SECU-03, OWN-10). */
async function checkSessions(database: Database, streams: Iterable<LiveStream>, now: Date): Promise<void> {
  // Streams that open during the query are not checked by it.
  const checked = [...streams];
  const hashes = new Map(checked.map(({ tokenHash }) => [tokenHash.toString('hex'), tokenHash]));
  const found = await database.rows(OPEN_SESSIONS, [[...hashes.values()], now]);
  const roles = new Map(found.map(({ token, role }) => [token, role]));
  for (const stream of checked) {
    const role = roles.get(stream.tokenHash.toString('hex'));
    if (role === undefined) stream.finish();
    else stream.role = role;
  }
}

const SAMPLE_MS = 5_000;
/** The number of samples between two deletions. */
const DELETE_EVERY = 12;
/** Longer than RETAINED_MS, so that a stream that continues finds everything. */
const DELETED_AFTER_MS = RETAINED_MS + 60_000;

const READ_SNAPSHOT = defineStatement({
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

interface ChangeHistory {
  /** Returns a transaction that is not younger than any commit since then; null if unknown. */
  transactionBefore(ageMs: number): string | null;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Samples the database's snapshot, so that changes can be deleted by the time of their commit. */
function trackHistory(database: Database, log: Logger): ChangeHistory {
  const samples: { readonly atMs: number; readonly xid: string }[] = [];
  let count = 0;
  let end = () => Promise.resolve();

  async function sample(): Promise<void> {
    const atMs = performance.now();
    const [found] = await database.rows(READ_SNAPSHOT, []);
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
  const attempt = withFailureLogging(log, 'the position of the database could not be read', sample);

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

/** Sends at most ten times a second (LIVE-04). */
const FLUSH_MS = 100;
/** The pause per time spent sending, so that streams leave the processor free for calls. */
const PAUSE_PER_WORK = 3;
const MAX_PAUSE_MS = 500;
const HEARTBEAT_MS = 5_000;
const SESSION_CHECK_MS = 2_000;
const MAX_STREAMS_PER_SESSION = 8;
const MAX_STREAMS_PER_NODE = 2_000;
const RETRY_LINE = 'retry: 2000\n';

export interface OpenLiveStreamInput {
  readonly tokenHash: Buffer;
  readonly role: Role;
  /** Null for the first stream of a client. */
  readonly lastEventId: string | null;
  /** The age of the shown data in milliseconds; null if no data is shown. */
  readonly ageMs: number | null;
}

export interface LiveStreams {
  /** @throws 503 if the server is stopping or has too many streams (LIVE-01) */
  open(input: OpenLiveStreamInput): Promise<LiveStream>;
  start(): Promise<void>;
  close(): void;
}

/**
 * Streams changes of the database. While there are streams, a single flusher reads the changes for all of them;
 * writers do not wait (LIVE-04). Each stream receives only what its role may read (OWN-10).
 */
export function openLiveStreams(parts: {
  database: Database;
  keys: Pick<DataKeys, 'deriveKey'>;
  log: Logger;
  now: () => Date;
}): LiveStreams {
  const { database, keys, log } = parts;
  const streams = new Set<LiveStream>();
  const history = trackHistory(database, log);
  const budget = new ListBudget();
  let position: ReadChanges | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isFailing = false;
  const sentAtMs = new Map<Role, number>();
  let checkedAtMs = 0;

  const keyOfPositions = async () => (await keys.deriveKey('live')).key;

  /** @returns the time spent sending in milliseconds */
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
    // Node writes to the sockets before the next turn of the event loop.
    await setImmediate();
    return performance.now() - startedMs;
  }

  /** Returns the events for a role; empty if it gets none now. */
  function eventsFor(role: Role, merged: readonly ChangedRecords[], id: string): string {
    const isDue = performance.now() - (sentAtMs.get(role) ?? 0) > HEARTBEAT_MS;
    return encodeChanges(merged, id, role) || (isDue ? `: heartbeat\n${namedEvent('position', id)}` : '');
  }

  /** @returns the time spent sending in milliseconds */
  async function flush(before: ReadChanges): Promise<number> {
    const key = await keyOfPositions();
    const read = await readChangesAfter(database, before.snapshot);
    // Checked after reading, so that a role that was just revoked gets no changes.
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
      if (!isFailing) log.warn({ err: error }, 'changes could not be read for open streams; retrying');
      isFailing = true;
    }
    if (streams.size === 0 || isClosed) {
      timer = undefined;
      position = null;
      return;
    }
    const pauseMs = Math.max(FLUSH_MS, sendingMs * PAUSE_PER_WORK);
    plan(isFailing ? MAX_PAUSE_MS : Math.min(MAX_PAUSE_MS, pauseMs));
  }

  function add(stream: LiveStream): void {
    const own = [...streams].filter(({ tokenHash }) => tokenHash.equals(stream.tokenHash));
    // The client of the oldest stream has probably disconnected.
    for (const old of own.slice(0, Math.max(0, own.length - MAX_STREAMS_PER_SESSION + 1))) old.finish();
    streams.add(stream);
    stream.once('close', () => streams.delete(stream));
    if (timer === undefined) plan(0);
  }

  function firstEvents(stream: LiveStream, ageMs: number | null): Promise<string> {
    const xid = ageMs === null ? null : history.transactionBefore(ageMs);
    return changesFrom(stream, xid, () => ageMs !== null && xid === null);
  }

  async function missedEvents(stream: LiveStream, lastEventId: string): Promise<string> {
    const last = positionOf(lastEventId, await keyOfPositions());
    return changesFrom(stream, last?.xid ?? null, (read) => last === null || !isRetained(last, read));
  }

  /** Returns the changes of a transaction and younger ones. @param hasGap whether older changes are missing */
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
      if (isClosed) throw unavailable(sentence('stopping'), 1);
      if (streams.size >= MAX_STREAMS_PER_NODE) throw unavailable(sentence('too_many_streams'), 10);
      if (position === null) {
        const here = await readChangesFrom(database, null);
        position ??= here;
      }
      const stream = new LiveStream(tokenHash, role);
      // Added before reading: events flushed in the meantime are held back, so none is missed.
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
