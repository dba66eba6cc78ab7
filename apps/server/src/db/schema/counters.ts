import { bigint, date, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core';
import { paise } from './columns.ts';

/**
 * How many rows there are and what they amount to, by `name` (what is counted), kept by triggers in the transaction
 * that changes the rows: of each status and of all, by day, by month and for ever. Concurrent writers add to different
 * shards; the truth is the sum.
 */
export const counters = pgTable(
  'counters',
  {
    name: text().notNull(),
    /** Which of them, for example a status; null is all of them together. */
    status: text(),
    period: text({ enum: ['day', 'month', 'ever'] }).notNull(),
    /** The period's first day in the business time zone; `-infinity` holds what has no date, and is where `ever` begins. */
    startsOn: date().notNull(),
    shard: smallint().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
    amountPaise: paise().notNull(),
  },
  (table) => [
    unique('counters_key')
      .on(table.name, table.status, table.period, table.startsOn, table.shard)
      .nullsNotDistinct(),
  ],
);

/** DescriptionList about the business that rows in the database depend on: `time_zone`. */
export const businessSettings = pgTable('business_settings', {
  name: text().primaryKey(),
  value: text().notNull(),
});
