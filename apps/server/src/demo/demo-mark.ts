import type pg from 'pg';

/** What was filled in: with it a database says of itself that its records are made up. */
export interface DemoMarker {
  readonly bookings: number;
  readonly seed: number;
}

const NAME = 'demo';

/** Tables that hold a business's records. Administrators and sessions are no business yet. */
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

/** The mark of a database that holds demo data; null where it holds none. */
export async function readDemoMarker(client: pg.ClientBase): Promise<DemoMarker | null> {
  const { rows } = await client.query<DemoMarker>(
    `SELECT (value::json->>'bookings')::float8 AS bookings, (value::json->>'seed')::float8 AS seed
     FROM business_settings WHERE name = $1`,
    [NAME],
  );
  return rows[0] ?? null;
}

/** Marks the database as one of demo data. */
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
