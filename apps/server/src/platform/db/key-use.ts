import type { Logger } from 'pino';
import { z } from 'zod';
import { repeat, withFailureLogging } from '../../repeat.ts';
import { SYSTEM_ACTOR, toFieldChanges } from './activity-entry.ts';
import type { Database } from './database.ts';
import { recordActivity } from './record-activity.ts';
import { defineStatement, rowsOf, sampleOf } from './statement.ts';

/** The numbers of records in a call with a service key, by outcome. */
export interface KeyUseCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly stale: number;
  readonly deleted: number;
  readonly rejected: number;
}

const NOTHING: KeyUseCounts = { created: 0, updated: 0, unchanged: 0, stale: 0, deleted: 0, rejected: 0 };

// If the clock ran backwards, an hour that was already recorded is counted and recorded again.
const COUNT = defineStatement({
  name: 'count-key-use',
  text: `WITH used AS (UPDATE service_keys SET last_used_at = greatest(last_used_at, $2) WHERE id = $1)
    INSERT INTO service_key_uses AS hour (key_id, hour_started_at, requests, created, updated, unchanged, stale, deleted, rejected)
    VALUES ($1, date_trunc('hour', $2::timestamptz), 1, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (key_id, hour_started_at) DO UPDATE SET requests = hour.requests + 1, created = hour.created + excluded.created,
      updated = hour.updated + excluded.updated, unchanged = hour.unchanged + excluded.unchanged, stale = hour.stale + excluded.stale,
      deleted = hour.deleted + excluded.deleted, rejected = hour.rejected + excluded.rejected, is_recorded = false`,
  example: [sampleOf('service_keys'), new Date(0), 1, 0, 0, 0, 0, 0],
});

/** Counts a call for the key's last use and the hour's activity entry (SYNC-06). */
export async function countKeyUse(
  database: Pick<Database, 'rows'>,
  keyId: string,
  at: Date,
  { created, updated, unchanged, stale, deleted, rejected }: KeyUseCounts = NOTHING,
): Promise<void> {
  await database.rows(COUNT, [keyId, at, created, updated, unchanged, stale, deleted, rejected]);
}

const COUNTS = ['requests', 'created', 'updated', 'unchanged', 'stale', 'deleted', 'rejected'] as const;

// A node that waited for another node finds that the rows are already recorded.
const TAKE_HOURS = defineStatement({
  name: 'take-key-hours',
  text: `UPDATE service_key_uses AS hour SET is_recorded = true FROM (
      SELECT key_id, hour_started_at FROM service_key_uses
      WHERE NOT is_recorded AND hour_started_at < date_trunc('hour', $1::timestamptz)
      ORDER BY hour_started_at, key_id LIMIT 100 FOR UPDATE) AS due
    WHERE hour.key_id = due.key_id AND hour.hour_started_at = due.hour_started_at
    RETURNING hour.key_id AS "keyId", hour.hour_started_at AS "hourStartedAt", ${COUNTS.join(', ')}`,
  row: z.object({
    keyId: z.string(),
    hourStartedAt: z.date(),
    requests: z.number(),
    created: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    stale: z.number(),
    deleted: z.number(),
    rejected: z.number(),
  }),
  example: [new Date('2099-01-01T00:00:00Z')],
});

/** Appends an activity entry for each key and completed hour (SYNC-06). @returns the number of entries */
export function recordKeyUse(database: Pick<Database, 'transaction'>, now: Date): Promise<number> {
  return database.transaction(async (client) => {
    const hours = await rowsOf(client, TAKE_HOURS, [now]);
    for (const { keyId, hourStartedAt, ...counts } of hours) {
      const counted = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
      await recordActivity(client, SYSTEM_ACTOR, now, {
        action: 'used',
        entity: 'service_key',
        entityId: keyId,
        changes: toFieldChanges({ hourStartedAt: hourStartedAt.toISOString(), ...counted }),
      });
    }
    return hours.length;
  });
}

const INTERVAL_MS = 60_000;

export function recordKeyUseRepeatedly(database: Database, log: Logger): () => Promise<void> {
  return repeat(
    INTERVAL_MS,
    withFailureLogging(log, 'the use of service keys could not be recorded', () =>
      recordKeyUse(database, new Date()),
    ),
  );
}
