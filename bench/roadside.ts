import { listNearestMechanics } from '@wayside/contract/roadside-requests';
import type pg from 'pg';
import { connect, startFilled } from './data.ts';
import { callTimes } from './latency.ts';
import { type BenchRow, formatCount, limitRow, milliseconds, percentile } from './row.ts';

const BOOKINGS = 100_000;
const MECHANICS = 10_000;
const MAX_RESPONSE_MS = 100;
const CALLS = 120;
const PUNE = { latitude: 18.52, longitude: 73.86 };
const EMERGENCY = 'e'.repeat(24);

/**
 * Adds ten thousand mechanics within 20 km of an emergency. All of them are eligible unless `someCannot` is set. Half
 * of them have a position from their phone.
 */
async function addMechanics(client: pg.Client, { someCannot }: { readonly someCannot: boolean }): Promise<void> {
  await client.query("DELETE FROM mechanic_positions WHERE mechanic_id LIKE 'f0%'");
  await client.query("DELETE FROM bookings WHERE id LIKE 'f1%'");
  await client.query("DELETE FROM mechanics WHERE id LIKE 'f0%'");
  await client.query(
    `INSERT INTO mechanics (id, name, phone, status, is_blocked, is_available, vehicle_types, shop_latitude, shop_longitude, created_at)
     SELECT 'f0' || lpad(to_hex(n), 22, '0'), 'Mechanic ' || n, '98' || lpad(n::text, 8, '0'), 'approved', $1 AND n % 20 = 0,
       NOT $1 OR n % 4 > 0, CASE WHEN $1 AND n % 3 = 0 THEN '{truck}' ELSE '{car,bike}' END::text[],
       $2 + (random() - 0.5) * 0.3, $3 + (random() - 0.5) * 0.3, now() FROM generate_series(1, $4::int) AS n`,
    [someCannot, PUNE.latitude, PUNE.longitude, MECHANICS],
  );
  await client.query(
    `INSERT INTO mechanic_positions SELECT id, shop_latitude + 0.01, shop_longitude + 0.01, now() FROM mechanics
     WHERE id LIKE 'f0%' AND right(id, 1) < '8'`,
  );
  await client.query(
    `INSERT INTO bookings (id, kind, status, mechanic_id, created_at)
     SELECT 'f1' || right(m.id, 21) || n, 'services', CASE WHEN $1 AND n = 1 AND right(m.id, 1) > 'b' THEN 'accepted' ELSE 'completed' END,
       m.id, now() - n * interval '1 day'
     FROM mechanics AS m, generate_series(1, 9) AS n WHERE m.id LIKE 'f0%'`,
    [someCannot],
  );
}

async function addEmergency(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO bookings (id, kind, status, customer_id, latitude, longitude, created_at)
     SELECT $1, 'emergency', 'pending', id, $2, $3, now() FROM users WHERE 'car' = ANY (vehicle_types) ORDER BY id LIMIT 1`,
    [EMERGENCY, PUNE.latitude, PUNE.longitude],
  );
}

/** Measures the search for mechanics near an emergency, among ten thousand mechanics in one city (ROAD-04). */
export async function roadsideRows(): Promise<BenchRow[]> {
  const filled = await startFilled(BOOKINGS);
  const client = await connect(filled);
  try {
    await addEmergency(client);
    const path = listNearestMechanics.path.replace('{id}', EMERGENCY);
    const rows: BenchRow[] = [];
    for (const someCannot of [false, true]) {
      await addMechanics(client, { someCannot });
      const times = await callTimes(filled, { nearest: path }, CALLS);
      rows.push(
        limitRow(
          `[ROAD-04] nearest of ${formatCount(MECHANICS)} mechanics in one city, ${someCannot ? 'some' : 'none'} excluded, p99`,
          percentile(times.get('nearest') ?? [], 0.99),
          MAX_RESPONSE_MS,
          milliseconds,
        ),
      );
    }
    return rows;
  } finally {
    await client.end();
    await filled.application.stop();
  }
}
