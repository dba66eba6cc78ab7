import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, recordId } from './columns.ts';
import { events } from './events.ts';

/** Addresses that receive events (HOOK-02). */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: recordId().primaryKey(),
    url: text().notNull(),
    /** Null is every type. */
    types: text().array(),
    /** `whsec_…`, encrypted (PRIV-01). */
    secret: text().notNull(),
    /** The secret before the last rotation, which signs too until its end. */
    previousSecret: text(),
    previousSecretUntil: instant(),
    isEnabled: boolean().notNull().default(true),
    disabledReason: text(),
    disabledAt: instant(),
    /** The first failure since the last success. */
    failingSince: instant(),
    /** A replay queues the events after the first of these positions, up to the second. */
    replayAfter: bigint({ mode: 'number' }),
    replayThrough: bigint({ mode: 'number' }),
    createdAt: instant().notNull(),
  },
  (table) => [
    check('webhook_endpoints_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('webhook_endpoints_disabled', sql`${table.isEnabled} = (${table.disabledReason} IS NULL)`),
    check('webhook_endpoints_reason', sql`${table.disabledReason} in ('switched_off', 'failing', 'gone')`),
    check('webhook_endpoints_replay', sql`num_nulls(${table.replayAfter}, ${table.replayThrough}) <> 1`),
  ],
);

/** Events on their way to an endpoint, and how the last attempt ended (HOOK-02). */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    endpointId: recordId()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** Null: the event that tests an endpoint. */
    eventSequence: bigint({ mode: 'number' }).references(() => events.sequence, { onDelete: 'cascade' }),
    state: text().notNull().default('waiting'),
    /** Attempts that have ended. */
    attempts: integer().notNull().default(0),
    /** When it is sent next; while it is sent, when another node may take it for lost. Null once it has ended. */
    nextAttemptAt: instant(),
    lastAttemptAt: instant(),
    /** The status of the last answer. */
    statusCode: integer(),
    durationMs: integer(),
    error: text(),
    /** The beginning of the last answer's body: untrusted text. */
    answer: text(),
    createdAt: instant().notNull(),
  },
  (table) => [
    check('webhook_deliveries_state', sql`${table.state} in ('waiting', 'delivered', 'failed')`),
    check('webhook_deliveries_next', sql`(${table.state} = 'waiting') = (${table.nextAttemptAt} IS NOT NULL)`),
    index('webhook_deliveries_due')
      .on(table.endpointId, table.nextAttemptAt, table.id)
      .where(sql`${table.state} = 'waiting'`),
    index('webhook_deliveries_endpoint').on(table.endpointId, table.id),
    index('webhook_deliveries_attempted')
      .on(table.endpointId, table.lastAttemptAt)
      .where(sql`${table.lastAttemptAt} IS NOT NULL`),
    index('webhook_deliveries_event').on(table.eventSequence),
    index('webhook_deliveries_created').on(table.createdAt),
  ],
);
