import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { orm } from '../platform/db/orm.ts';
import { businessSettings } from '../platform/db/schema/configuration.ts';
import { defineStatement, rowsOf } from '../platform/db/statement.ts';

const markerSchema = z.object({ bookings: z.number(), seed: z.number() });

/** The size and seed of demo data. The marker shows that a database contains only fictional records. */
export type DemoMarker = z.infer<typeof markerSchema>;

const NAME = 'demo';

/** The tables with records of the business, which exclude administrators and sessions. */
export const RECORD_TABLES = [
  'users',
  'mechanics',
  'bookings',
  'payments',
  'payouts',
  'earnings',
  'notifications',
  'services',
  'parts',
  'sos_services',
  'slots',
  'vehicle_models',
  'configurations',
  'imported_records',
];

/** Returns the marker of a database with demo data; null if there is no demo data. */
export async function readDemoMarker(client: pg.ClientBase): Promise<DemoMarker | null> {
  const { name, value } = businessSettings;
  const [stored] = await orm(client).select({ value }).from(businessSettings).where(eq(name, NAME));
  return stored ? markerSchema.parse(JSON.parse(stored.value)) : null;
}

/** Marks the database as demo data. */
export async function writeDemoMarker(client: pg.ClientBase, { bookings, seed }: DemoMarker): Promise<void> {
  await orm(client)
    .insert(businessSettings)
    .values({ name: NAME, value: JSON.stringify({ bookings, seed }) });
}

const CHECK_RECORDS_EXIST = defineStatement({
  name: 'has-records',
  text: `SELECT ${RECORD_TABLES.map((table) => `EXISTS (SELECT FROM ${table})`).join(' OR ')} AS found`,
  row: z.object({ found: z.boolean() }),
  example: [],
});

export async function hasRecords(client: pg.ClientBase): Promise<boolean> {
  const [response] = await rowsOf(client, CHECK_RECORDS_EXIST, []);
  return response?.found ?? false;
}

/**
 * Removes the demo's configuration and its history before an import writes the configuration of the business. @param
 * client in the transaction of the import
 */
export async function removeDemoConfiguration(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    `DELETE FROM configurations WHERE EXISTS (SELECT FROM business_settings WHERE name = 'demo')
       AND id NOT IN (SELECT id FROM imported_records WHERE collection = 'configs')`,
  );
  if (rowCount !== 0) await client.query('DELETE FROM configuration_versions');
}
