import { sql } from 'drizzle-orm';
import { bigint, boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * The history of the configuration: what administrators saved and what sources stated. The view `configuration_periods` says
 * which value of a field was in force when (PAYO-08).
 */
export const configurationVersions = pgTable(
  'configuration_versions',
  {
    number: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** When it was written. */
    at: instant().notNull(),
    inForceFrom: instant().notNull(),
    /** Whether a source brought it; the first one of a source also counts for everything older. */
    isFromSource: boolean().notNull(),
    /** The administrator's email; null for an import. */
    changedBy: text(),
    /** The columns that an administrator changed; of a source all, since its own statements are compared with each other. */
    changed: text().array().notNull(),
    /** The row as it was saved, or as the source stated it. */
    content: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index('configuration_versions_in_force').on(sql`${table.inForceFrom} desc`, sql`${table.number} desc`),
  ],
);
