import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * The keys that encrypt columns, each encrypted with another or with itself (PRIV-01): without the DATA_KEY of a program
 * none of them can be read. The current one is `data_key` in `business_settings`.
 */
export const dataKeys = pgTable(
  'data_keys',
  {
    id: text().notNull(),
    /** The id of the key by which `value` is encrypted; equal to `id` where it proves that a key fits the data. */
    wrappedBy: text().notNull(),
    value: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.id, table.wrappedBy] })],
);
