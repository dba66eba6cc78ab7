import type pg from 'pg';

/** Size and seed of demo data. It marks a database whose records are fictional. */
export interface DemoMarker {
  readonly bookings: number;
  readonly seed: number;
}

const NAME = 'demo';

/** The tables with records of a business; administrators and sessions do not count. */
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

/** The marker of a database with demo data; null without. */
export async function readDemoMarker(client: pg.ClientBase): Promise<DemoMarker | null> {
  const { rows } = await client.query<DemoMarker>(
    `SELECT (value::json->>'bookings')::float8 AS bookings, (value::json->>'seed')::float8 AS seed
     FROM business_settings WHERE name = $1`,
    [NAME],
  );
  return rows[0] ?? null;
}

/** Marks the database as demo data. */
export async function writeDemoMarker(client: pg.ClientBase, { bookings, seed }: DemoMarker): Promise<void> {
  await client.query('INSERT INTO business_settings (name, value) VALUES ($1, $2)', [
    NAME,
    JSON.stringify({ bookings, seed }),
  ]);
}

/** Whether the database holds any record of a business. */
export async function holdsRecords(client: pg.ClientBase): Promise<boolean> {
  const anyRow = RECORD_TABLES.map((table) => `EXISTS (SELECT FROM ${table})`).join(' OR ');
  const { rows } = await client.query<{ found: boolean }>(`SELECT ${anyRow} AS found`);
  return rows[0]?.found ?? false;
}

/**
 * Removes the configuration of the demo and its history before an import writes the one of the business, so that payments
 * are charged the rates of the business.
 * @param client in the transaction that writes the new one
 */
export async function removeDemoConfiguration(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    `DELETE FROM configurations WHERE EXISTS (SELECT FROM business_settings WHERE name = 'demo')
       AND id NOT IN (SELECT id FROM imported_records WHERE collection = 'configs')`,
  );
  if (rowCount !== 0) await client.query('DELETE FROM configuration_versions');
}
