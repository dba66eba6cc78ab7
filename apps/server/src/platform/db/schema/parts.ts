import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { paise, recordId } from './columns.ts';
import { services } from './services.ts';

/** Spare parts; they go with their service (PART-01). */
export const parts = pgTable(
  'parts',
  {
    id: recordId().primaryKey(),
    serviceId: recordId().references(() => services.id, { onDelete: 'cascade' }),
    name: text(),
    pricePaise: paise(),
    image: text(),
  },
  (table) => [
    check('parts_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('parts_price', sql`${table.pricePaise} >= 0`),
    index('parts_service').on(table.serviceId),
  ],
);
