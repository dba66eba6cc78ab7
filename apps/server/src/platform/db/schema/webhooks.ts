import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, recordId } from './columns.ts';

/**
 * Changes by administrators (HOOK-01), deleted after 30 days. `publish_events` numbers committed events, so the feed
 * has no gaps (HOOK-04).
 */
export const events = pgTable(
  'events',
  {
    sequence: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The position in the feed; null until published. */
    position: bigint({ mode: 'number' }).unique('events_position'),
    /** `evt_…`, the same in the feed and in deliveries. */
    id: text().notNull(),
    type: text().notNull(),
    at: instant().notNull(),
    /** Uses the field names of the API. Never contains bank or identity data. */
    data: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    check('events_data', sql`jsonb_typeof(${table.data}) = 'object'`),
    index('events_unpublished').on(table.sequence).where(sql`${table.position} IS NULL`),
    index('events_at').on(table.at),
    index('events_id').on(table.id),
  ],
);

/** The end of the feed, in a single row that every publisher locks. */
export const eventFeed = pgTable(
  'event_feed',
  {
    isOnly: boolean().primaryKey().default(true),
    lastPosition: bigint({ mode: 'number' }).notNull(),
    /** Events up to this position may have been removed. */
    removedThrough: bigint({ mode: 'number' }).notNull(),
    /** The last removed event. A record may still refer to it (OWN-04). */
    removedEventId: text(),
    /** Nodes of the previous release do not set it. */
    removedEventPosition: bigint({ mode: 'number' }),
  },
  (table) => [check('event_feed_single', sql`${table.isOnly}`)],
);

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: recordId().primaryKey(),
    url: text().notNull(),
    /** Null for all types. */
    types: text().array(),
    /** `whsec_…`, encrypted (PRIV-01). */
    secret: text().notNull(),
    /** After a rotation, this secret also signs until it expires. */
    previousSecret: text(),
    previousSecretUntil: instant(),
    isEnabled: boolean().notNull().default(true),
    disabledReason: text(),
    disabledAt: instant(),
    failingSince: instant(),
    /** A replay queues the events after the first position, up to the second. */
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

/** Deliveries of events and the result of the last attempt (HOOK-02). */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    endpointId: recordId()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** Null for the test event. */
    eventSequence: bigint({ mode: 'number' }).references(() => events.sequence, { onDelete: 'cascade' }),
    state: text().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** During an attempt, when another node may retry; null once the delivery has ended. */
    nextAttemptAt: instant(),
    lastAttemptAt: instant(),
    statusCode: integer(),
    durationMs: integer(),
    error: text(),
    /** The response body, which is untrusted text. */
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
