import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { defineStatement } from '../db/statement.ts';

/** What waits in the database for a node to do it. */
export const QUEUES = ['webhooks', 'notifications', 'documents', 'jobs', 'bank_answers'] as const;
export type QueueName = (typeof QUEUES)[number];

const queueAges = z.object({
  webhooks: z.number(),
  notifications: z.number(),
  documents: z.number(),
  jobs: z.number(),
  bank_answers: z.number(),
}) satisfies z.ZodType<Record<QueueName, number>>;

const factsRow = z.object({
  postingAge: z.number(),
  /** How long the oldest entry of each queue has been due; 0 for none. */
  queueAges,
  failures: z.number(),
  failing: z.number(),
  sessions: z.number(),
  /** Since `verify` last passed; null for never. */
  verifyAge: z.number().nullable(),
  /** Since the last backup that was complete; null for never. */
  backupAge: z.number().nullable(),
});

/** What the database alone knows of how the marketplace is doing; ages are in seconds. */
export type DatabaseFacts = z.infer<typeof factsRow>;

const since = (timestamp: string) => `greatest(0, extract(epoch FROM now() - ${timestamp}))::float8`;
const oldest = (timestamp: string, rows: string) =>
  `coalesce((SELECT ${since(`min(${timestamp})`)} FROM ${rows}), 0)`;
const sinceSetting = (name: string) =>
  `(SELECT greatest(0, extract(epoch FROM now())::float8 - value::float8) FROM business_settings WHERE name = '${name}')`;

const FACTS = defineStatement({
  name: 'metrics-facts',
  text: `SELECT
    ${oldest('created_at', 'pending_postings')} AS "postingAge",
    json_build_object(
      'webhooks', ${oldest('next_attempt_at', "webhook_deliveries WHERE state = 'waiting'")},
      'notifications', ${oldest('created_at', "notifications WHERE delivery = 'queued'")},
      'documents', ${oldest('next_attempt_at', "document_copies WHERE state = 'waiting'")},
      'jobs', ${oldest('touched_at', "jobs WHERE state = 'running'")},
      'bank_answers', ${oldest('touched_at', "bank_answers WHERE state = 'reading'")}) AS "queueAges",
    (SELECT count(*) FROM webhook_deliveries WHERE state = 'failed' AND created_at > now() - interval '1 day')::float8 AS failures,
    (SELECT count(*) FROM webhook_endpoints WHERE is_enabled AND failing_since IS NOT NULL)::float8 AS failing,
    (SELECT count(*) FROM sessions WHERE expires_at > now())::float8 AS sessions,
    ${sinceSetting('verified_at')} AS "verifyAge",
    ${sinceSetting('backed_up_at')} AS "backupAge"`,
  row: factsRow,
  example: [],
});

/** Reads them in one statement. */
export async function readDatabaseFacts(database: Database): Promise<DatabaseFacts | null> {
  const [facts] = await database.rows(FACTS, []);
  return facts ?? null;
}
