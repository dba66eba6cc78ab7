import { pgTable, text } from 'drizzle-orm/pg-core';

/**
 * Values on which rows or files depend: `time_zone`, `data_key`, and `demo` where the records are demo data. `restored` is a restore
 * that the activity log does not have yet, `access_remembered` and `access_settled` are positions in the record of access (OWN-09), and `counted_as` by which time zone and definitions the counters have been counted.
 */
export const businessSettings = pgTable('business_settings', {
  name: text().primaryKey(),
  value: text().notNull(),
});
