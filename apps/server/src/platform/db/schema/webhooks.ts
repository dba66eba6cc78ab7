import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, recordId } from './columns.ts';

/**
 * The changes that administrators made, each written in the transaction of its change (HOOK-01), kept for 30 days.
 * `publish_events` numbers them once they are committed, so that the feed is read by `position` without gaps (HOOK-04).
 */
export const events = pgTable(
  'events',
  {
    sequence: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The place in the feed: 1, 2, 3 …; null until it is published. */
    position: bigint({ mode: 'number' }).unique('events_position'),
    /** `evt_…`, the same in the feed and at each delivery. */
    id: text().notNull(),
    type: text().notNull(),
    at: instant().notNull(),
    /** As the wire carries it. Never bank or identity data. */
    data: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    check('events_data', sql`jsonb_typeof(${table.data}) = 'object'`),
    index('events_unpublished').on(table.sequence).where(sql`${table.position} IS NULL`),
    index('events_at').on(table.at),
    index('events_id').on(table.id),
  ],
);

/** The end of the feed: one row, which each publisher locks. */
export const eventFeed = pgTable(
  'event_feed',
  {
    isOnly: boolean().primaryKey().default(true),
    /** The position of the last published event. */
    lastPosition: bigint({ mode: 'number' }).notNull(),
    /** Events up to this position may have been removed. */
    removedThrough: bigint({ mode: 'number' }).notNull(),
    /** The last event that was removed: the last of the feed while nothing happens, which a record may still name (OWN-04). */
    removedEventId: text(),
    /** Its position. A node of the release before removes events without setting the two. */
    removedEventPosition: bigint({ mode: 'number' }),
  },
  (table) => [check('event_feed_single', sql`${table.isOnly}`)],
);

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
