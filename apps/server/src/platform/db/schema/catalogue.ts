import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, paise, recordId, recordState } from './columns.ts';

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

/** Spare parts; deleted with their service (PART-01). */
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

/** Roadside services (SOS-01). */
export const sosServices = pgTable(
  'sos_services',
  { id: recordId().primaryKey(), name: text(), vehicleType: text(), pricePaise: paise(), image: text() },
  (table) => [
    check('sos_services_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('sos_services_price', sql`${table.pricePaise} >= 0`),
  ],
);

/** Time slots; the times are free text (SLOT-05). */
export const slots = pgTable(
  'slots',
  { id: recordId().primaryKey(), startTime: text(), endTime: text(), duration: text() },
  (table) => [check('slots_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`)],
);

/** Vehicle models, each a manufacturer of vehicles (MODL-01). */
export const vehicleModels = pgTable(
  'vehicle_models',
  { id: recordId().primaryKey(), companyName: text(), image: text(), createdAt: instant() },
  (table) => [check('vehicle_models_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`)],
);
