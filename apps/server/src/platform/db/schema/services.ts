import { sql } from 'drizzle-orm';
import { check, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, recordId, recordState } from './columns.ts';

/** Regular services (SERV-01). */
export const services = pgTable(
  'services',
  {
    id: recordId().primaryKey(),
    recordState: recordState(),
    name: text(),
    vehicleType: text(),
    image: text(),
    createdAt: instant(),
  },
  (table) => [
    check('services_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('services_record_state', sql`${table.recordState} in ('full', 'stub', 'erased')`),
  ],
);
