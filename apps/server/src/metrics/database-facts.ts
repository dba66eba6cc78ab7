import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { defineStatement } from '../db/statement.ts';

const FACTS = defineStatement({
  name: 'metrics-facts',
  text: `SELECT
    coalesce((SELECT extract(epoch FROM now() - min(created_at)) FROM pending_postings), 0)::float8 AS "postingAge",
    coalesce((SELECT greatest(0, extract(epoch FROM now() - min(next_attempt_at))) FROM webhook_deliveries WHERE state = 'waiting'), 0)::float8
      AS "deliveryAge",
    (SELECT count(*) FROM webhook_deliveries WHERE state = 'failed' AND created_at > now() - interval '1 day')::float8 AS failures,
    (SELECT count(*) FROM webhook_endpoints WHERE is_enabled AND failing_since IS NOT NULL)::float8 AS failing,
    (SELECT count(*) FROM sessions WHERE expires_at > now())::float8 AS sessions,
    (SELECT value FROM business_settings WHERE name = 'verified_at')::float8 AS "verifiedAt",
    (SELECT extract(epoch FROM max(at)) FROM activity WHERE action = 'backed_up')::float8 AS "backedUpAt"`,
  row: z.object({
    postingAge: z.number(),
    deliveryAge: z.number(),
    failures: z.number(),
    failing: z.number(),
    sessions: z.number(),
    /** Seconds since 1970; null for never. */
    verifiedAt: z.number().nullable(),
    backedUpAt: z.number().nullable(),
  }),
  example: [],
});

/** What the database alone knows of how the marketplace is doing; ages are in seconds. */
export interface DatabaseFacts {
  readonly postingAge: number;
  readonly deliveryAge: number;
  readonly failures: number;
  readonly failing: number;
  readonly sessions: number;
  readonly verifiedAt: number | null;
  readonly backedUpAt: number | null;
}

/** Reads them in one statement. */
export async function readDatabaseFacts(database: Database): Promise<DatabaseFacts | null> {
  const [facts] = await database.rows(FACTS, []);
  return facts ?? null;
}
