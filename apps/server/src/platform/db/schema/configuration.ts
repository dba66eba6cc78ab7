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
 * Named values: `time_zone`, `data_key`, `demo` (the records are demo data), `restored` (a restore that is not in the
 * activity log yet), `access_remembered` and `access_settled` (positions in the access record, OWN-09), `counted_as`
 * (the definitions with which the rows were counted).
 */
export const businessSettings = pgTable('business_settings', {
  name: text().primaryKey(),
  value: text().notNull(),
});

/**
 * Data keys, each encrypted with another key or with itself (PRIV-01), so that none can be read without a program's
 * DATA_KEY. `data_key` in `business_settings` contains the id of the current one.
 */
export const dataKeys = pgTable(
  'data_keys',
  {
    id: text().notNull(),
    /** The id of the encrypting key. It equals `id` in the row that proves that a key matches the data. */
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
    /** When the source last changed it; null if it was saved in Wayside. */
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
 * Versions of the configuration, saved by administrators or stated by sources. The view `configuration_periods` lists
 * the values of each field by period (PAYO-08).
 */
export const configurationVersions = pgTable(
  'configuration_versions',
  {
    number: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull(),
    inForceFrom: instant().notNull(),
    /** The first version from a source also applies to all earlier dates. */
    isFromSource: boolean().notNull(),
    /** The administrator's email; null for an import. */
    changedBy: text(),
    /** The columns that an administrator changed; all columns for a version from a source. */
    changed: text().array().notNull(),
    content: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index('configuration_versions_in_force').on(sql`${table.inForceFrom} desc`, sql`${table.number} desc`),
  ],
);
