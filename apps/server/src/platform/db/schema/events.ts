import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

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
