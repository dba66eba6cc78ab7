import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant, paise, recordId } from './columns.ts';

/**
 * Values on which rows or files depend: `time_zone`, `data_key`, and `demo` where the records are demo data. `restored` is a restore
 * that the activity log does not have yet, `access_remembered` and `access_settled` are positions in the record of access (OWN-09), and `counted_as` by which time zone and definitions the counters have been counted.
 */
export const businessSettings = pgTable('business_settings', {
  name: text().primaryKey(),
  value: text().notNull(),
});

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

/** Prices and rates: at most one row (CONF-01). */
export const configurations = pgTable(
  'configurations',
  {
    id: recordId().primaryKey(),
    chargePerKmPaise: paise(),
    platformFeePaise: paise(),
    commissionPercent: doublePrecision(),
    referralBonusPaise: paise(),
    mechanicChargePaise: paise(),
    discountPercent: doublePrecision(),
    loyaltyPoints: doublePrecision(),
    upiId: text(),
    /** When the source last changed it; null where it was saved here. */
    statedAt: instant(),
  },
  (table) => [
    check('configurations_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check(
      'configurations_amounts',
      sql`least(${table.chargePerKmPaise}, ${table.platformFeePaise}, ${table.referralBonusPaise}, ${table.mechanicChargePaise}) >= 0 and ${table.loyaltyPoints} >= 0`,
    ),
    check(
      'configurations_rates',
      sql`${table.commissionPercent} between 0 and 100 and ${table.discountPercent} between 0 and 100`,
    ),
    uniqueIndex('configurations_single').on(sql`(true)`),
  ],
);

/**
 * The history of the configuration, as administrators saved and sources stated it. The view `configuration_periods` has
 * the value of each field by period (PAYO-08).
 */
export const configurationVersions = pgTable(
  'configuration_versions',
  {
    number: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** When it was written. */
    at: instant().notNull(),
    inForceFrom: instant().notNull(),
    /** Whether an import wrote it; the first version of a source also counts for everything older. */
    isFromSource: boolean().notNull(),
    /** The administrator's email; null for an import. */
    changedBy: text(),
    /** The columns that an administrator changed; all columns where a source stated them. */
    changed: text().array().notNull(),
    /** The row of `configurations`. */
    content: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index('configuration_versions_in_force').on(sql`${table.inForceFrom} desc`, sql`${table.number} desc`),
  ],
);
