import { bigint, date, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { paise } from './columns.ts';

/**
 * How many rows there are and what they amount to, by `subject` (what is counted) and `part` (which of them), kept by
 * triggers in the transaction that changes the rows. Concurrent writers add to different shards; the truth is the sum.
 */
export const tallies = pgTable(
  'tallies',
  {
    subject: text().notNull(),
    part: text().notNull(),
    shard: smallint().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
    amountPaise: paise().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.part, table.shard] })],
);

/** The same by day in the business time zone; `-infinity` holds what has no date. */
export const dailyTallies = pgTable(
  'daily_tallies',
  {
    subject: text().notNull(),
    part: text().notNull(),
    day: date().notNull(),
    shard: smallint().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
    amountPaise: paise().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.part, table.day, table.shard] })],
);

/** Facts about the business that rows in the database depend on: `time_zone`. */
export const businessFacts = pgTable('business_facts', { name: text().primaryKey(), value: text().notNull() });
