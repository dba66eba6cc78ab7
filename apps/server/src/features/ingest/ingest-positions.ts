import { type IngestResult, type Position, position } from '@wayside/contract/ingest';
import { POSITION_RETENTION_HOURS } from '@wayside/contract/roadside-requests';
import { recordId } from '@wayside/contract/wire/fields';
import { domainKey, wireKey } from '@wayside/contract/wire/wire-object';
import type pg from 'pg';
import { z } from 'zod';
import * as mini from 'zod/mini';
import type { AppContext, ServiceKeyIdentity } from '../../context.ts';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import { retryConflicts } from '../../platform/db/database-errors.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { createDocumentReader, rejectionOf } from '../../sync/import/read-record.ts';
import { readRecords, rejected } from './read-records.ts';
import { createRecordQueue, whileKeyIsValid } from './record-queue.ts';

/** Calls with positions wait for each other, but not for calls with records, and vice versa. */
const turns = createRecordQueue();

const HOUR_MS = 3_600_000;
/** The time by which a phone's clock may be ahead. */
const MAX_AHEAD_MS = 60_000;

const READ_STORED = defineStatement({
  name: 'held-positions',
  text: `SELECT given.id, p.latitude, p.longitude, p.at, coalesce(m.record_state = 'erased', false) AS "isErased", statement_timestamp() AS now
    FROM unnest($1::text[]) AS given (id)
    LEFT JOIN mechanic_positions AS p ON p.mechanic_id = given.id LEFT JOIN mechanics AS m ON m.id = given.id`,
  row: z.object({
    id: z.string(),
    latitude: z.nullable(z.number()),
    longitude: z.nullable(z.number()),
    at: z.nullable(z.date()),
    isErased: z.boolean(),
    now: z.date(),
  }),
  example: [['0'.repeat(24)]],
});

// Statement that writes positions in a fixed order, so that two writers cannot deadlock.
const WRITE = defineStatement({
  name: 'write-positions',
  text: `WITH given AS (
      SELECT * FROM unnest($1::text[], $2::float8[], $3::float8[], $4::timestamptz[]) AS given (id, latitude, longitude, at)),
    stubs AS (
      INSERT INTO mechanics (id, record_state) SELECT id, 'stub' FROM given
      WHERE NOT EXISTS (SELECT FROM mechanics AS m WHERE m.id = given.id) ORDER BY id ON CONFLICT (id) DO NOTHING)
    INSERT INTO mechanic_positions (mechanic_id, latitude, longitude, at) SELECT id, latitude, longitude, at FROM given ORDER BY id
    ON CONFLICT (mechanic_id) DO UPDATE SET latitude = excluded.latitude, longitude = excluded.longitude, at = excluded.at`,
  example: [['0'.repeat(24)], [19], [73], [new Date(0)]],
});

interface TimedPosition {
  readonly latitude: number;
  readonly longitude: number;
  readonly atMs: number;
}

/**
 * Returns a negative number if the first position is older. Of two positions with the same time, the same one wins
 * regardless of order (SYNC-03).
 */
const compare = (one: TimedPosition, other: TimedPosition): number =>
  one.atMs - other.atMs || one.latitude - other.latitude || one.longitude - other.longitude;

const readPosition = createDocumentReader<Position>({
  read: (source) => {
    const decoded = mini.safeDecode(position, source as never);
    return decoded.success ? decoded.data : rejectionOf(source, decoded.error.issues);
  },
  idOf: (source) => {
    const entry = Object.entries(source).find(([key]) => domainKey(position, key) === 'mechanicId');
    const id = mini.safeDecode(recordId, entry?.[1] as never);
    return id.success ? id.data : null;
  },
});

const AHEAD = {
  field: wireKey(position, 'at'),
  message: 'must not be more than a minute in the future',
};

interface PositionsInput {
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly key: ServiceKeyIdentity;
}

/**
 * Stores the newest position of each mechanic for a day (ROAD-04). An older position is `stale`; a repeated one is
 * `unchanged`. An unknown mechanic becomes a stub; positions of an erased mechanic are not stored. The results have
 * the ids of the mechanics. @throws 400; 401; 413; 503
 */
export function ingestPositions(
  { database }: Pick<AppContext, 'database'>,
  { bytes, mediaType, key }: PositionsInput,
): Promise<IngestResult[]> {
  return turns.run(database, async () => {
    const readings = await readRecords(readPosition, bytes, mediaType);
    const positions = readings.flatMap((reading, index) =>
      'record' in reading ? [{ ...reading.record, index }] : [],
    );
    const results = readings.flatMap((reading, index) =>
      'rejection' in reading ? [rejected(index, reading.rejection)] : [],
    );
    if (positions.length > 0)
      results.push(
        // A concurrent ingest of mechanics may delete one of them and write another.
        ...(await retryConflicts(() =>
          whileKeyIsValid(database.transaction, key)((client) => storePositions(client, positions)),
        )),
      );
    return results.toSorted((one, other) => one.index - other.index);
  });
}

async function storePositions(
  client: pg.ClientBase,
  positions: readonly (Position & { readonly index: number })[],
): Promise<IngestResult[]> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.positions]);
  const held = await rowsOf(client, READ_STORED, [[...new Set(positions.map(({ mechanicId }) => mechanicId))]]);
  const nowMs = held[0]?.now.getTime() ?? 0;
  const newest = new Map<string, TimedPosition>();
  for (const { id, latitude, longitude, at } of held)
    if (latitude !== null && longitude !== null && at !== null)
      newest.set(id, { latitude, longitude, atMs: at.getTime() });
  const erased = new Set(held.flatMap(({ id, isErased }) => (isErased ? [id] : [])));
  const changed = new Map<string, TimedPosition>();
  const results = positions.map(({ index, mechanicId, latitude, longitude, at }): IngestResult => {
    const place = { latitude, longitude, atMs: Date.parse(at) };
    if (place.atMs > nowMs + MAX_AHEAD_MS) return rejected(index, { id: mechanicId, errors: [AHEAD] });
    const outcome = (): IngestResult['outcome'] => {
      if (erased.has(mechanicId)) return 'unchanged';
      const before = newest.get(mechanicId);
      const difference = before === undefined ? 1 : compare(place, before);
      if (difference === 0) return 'unchanged';
      if (difference < 0 || place.atMs < nowMs - POSITION_RETENTION_HOURS * HOUR_MS) return 'stale';
      newest.set(mechanicId, place);
      changed.set(mechanicId, place);
      return before === undefined ? 'created' : 'updated';
    };
    return { index, id: mechanicId, outcome: outcome(), errors: [] };
  });
  if (changed.size > 0) await write(client, changed);
  return results;
}

async function write(client: pg.ClientBase, changed: ReadonlyMap<string, TimedPosition>): Promise<void> {
  const places = [...changed.values()];
  await rowsOf(client, WRITE, [
    [...changed.keys()],
    places.map(({ latitude }) => latitude),
    places.map(({ longitude }) => longitude),
    places.map(({ atMs }) => new Date(atMs)),
  ]);
}
