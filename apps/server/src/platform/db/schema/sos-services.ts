import { sql } from 'drizzle-orm';
import { check, pgTable, text } from 'drizzle-orm/pg-core';
import { paise, recordId } from './columns.ts';

/** Roadside services (SOS-01). */
export const sosServices = pgTable(
  'sos_services',
  { id: recordId().primaryKey(), name: text(), vehicleType: text(), pricePaise: paise(), image: text() },
  (table) => [
    check('sos_services_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('sos_services_price', sql`${table.pricePaise} >= 0`),
  ],
);
