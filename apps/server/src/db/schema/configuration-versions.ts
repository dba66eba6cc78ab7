import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** What the configuration was, each time it was written; kept by a trigger, so that an import is there too. */
export const configurationVersions = pgTable('configuration_versions', {
  number: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: instant().notNull(),
  /** The administrator's email; null for an import. */
  changedBy: text(),
  /** The row as it was written. */
  content: jsonb().$type<Record<string, unknown>>().notNull(),
});
