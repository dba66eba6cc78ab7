import type { Database } from './database.ts';
import { defineStatement, sampleOf } from './statement.ts';

/** How many records a call with a service key brought, by what became of them. */
export interface KeyUseCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly stale: number;
  readonly deleted: number;
  readonly rejected: number;
}

const NOTHING: KeyUseCounts = { created: 0, updated: 0, unchanged: 0, stale: 0, deleted: 0, rejected: 0 };

// An hour that is counted on after its entry was written, by a clock that ran backwards, is written again.
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

/** Counts one call with a service key, for its last use and for the hour's entry in the activity log (SYNC-06). */
export async function countKeyUse(
  database: Pick<Database, 'rows'>,
  keyId: string,
  at: Date,
  { created, updated, unchanged, stale, deleted, rejected }: KeyUseCounts = NOTHING,
): Promise<void> {
  await database.rows(COUNT, [keyId, at, created, updated, unchanged, stale, deleted, rejected]);
}
