import { sql } from 'drizzle-orm';
import { check, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, recordId } from './columns.ts';

/** Makers of vehicles (MODL-01). */
export const vehicleModels = pgTable(
  'vehicle_models',
  { id: recordId().primaryKey(), companyName: text(), image: text(), createdAt: instant() },
  (table) => [check('vehicle_models_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`)],
);
