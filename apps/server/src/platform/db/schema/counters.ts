import { sql } from 'drizzle-orm';
import { bigint, date, index, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core';
import { paise } from './columns.ts';

/**
 * Row counts and sums of amounts, by counter name and status, per day, per month and in total. Triggers update them
 * in the transaction that changes the rows. Concurrent writers add to different shards, and the value is the sum of
 * the shards. The view `counter_definitions` lists the counters.
 */
export const counters = pgTable(
  'counters',
  {
    name: text().notNull(),
    /** A status or another counted value; null for all rows. */
    status: text(),
    period: text({ enum: ['day', 'month', 'ever'] }).notNull(),
    /** The first day of the period in the business time zone; `-infinity` for rows without a date and for `ever`. */
    startsOn: date().notNull(),
    shard: smallint().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
    amountPaise: paise().notNull(),
  },
  (table) => [
    unique('counters_key')
      .on(table.name, table.status, table.period, table.startsOn, table.shard)
      .nullsNotDistinct(),
    index('counters_of_days_by_amount')
      .on(table.period, table.startsOn)
      .where(sql`name = 'payments by day and amount' AND status IS NOT NULL`),
  ],
);
