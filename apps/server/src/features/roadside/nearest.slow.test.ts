import { EXCLUSION_REASONS } from '@wayside/contract/roadside-requests';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { testId } from '../../testing/import-database.ts';
import { emptyDatabase } from '../../testing/import-run.ts';
import { signedInApplication } from '../../testing/signed-in-application.ts';

const test = signedInApplication();
const sql = (text: string, values?: unknown[]) => test.database.pool.query(text, values);

const EMERGENCY = 'e'.repeat(24);
const CUSTOMER = 'c'.repeat(24);
const MINUTE_MS = 60_000;

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}
interface Mechanic {
  readonly status: string;
  readonly isBlocked: boolean;
  readonly isAvailable: boolean;
  /** The status of a booking of the mechanic; null if the mechanic has none. */
  readonly booking: string | null;
  readonly vehicleTypes: readonly string[];
  readonly shop: Place | null;
  readonly position: (Place & { readonly ageMinutes: number }) | null;
}
interface World {
  readonly car: Place;
  readonly vehicleTypes: readonly string[];
  readonly mechanics: readonly Mechanic[];
}

const readyOne: Mechanic = {
  ...{ status: 'approved', isBlocked: false, isAvailable: true, booking: null, vehicleTypes: ['car'] },
  ...{ shop: null, position: null },
};

async function make({ car, vehicleTypes, mechanics }: World): Promise<void> {
  await sql('INSERT INTO users (id, name, vehicle_types) VALUES ($1, $2, $3)', [CUSTOMER, 'Asha', vehicleTypes]);
  await sql(
    `INSERT INTO bookings (id, kind, status, customer_id, latitude, longitude, created_at) VALUES ($1, 'emergency', 'pending', $2, $3, $4, now())`,
    [EMERGENCY, CUSTOMER, car.latitude, car.longitude],
  );
  const rows = JSON.stringify(
    mechanics.map((mechanic, index) => ({ ...mechanic, id: testId(index), work: testId(5000 + index) })),
  );
  const given = `jsonb_to_recordset($1) AS m (id text, work text, status text, "isBlocked" boolean, "isAvailable" boolean,
    "vehicleTypes" jsonb, booking text, shop jsonb, position jsonb)`;
  await sql(
    `INSERT INTO mechanics (id, name, status, is_blocked, is_available, vehicle_types, shop_latitude, shop_longitude)
     SELECT id, 'M' || right(id, 2), status, "isBlocked", "isAvailable", ARRAY(SELECT jsonb_array_elements_text("vehicleTypes")),
       (shop ->> 'latitude')::float8, (shop ->> 'longitude')::float8 FROM ${given}`,
    [rows],
  );
  await sql(
    `INSERT INTO mechanic_positions SELECT id, (position ->> 'latitude')::float8, (position ->> 'longitude')::float8,
       now() - (position ->> 'ageMinutes')::int * interval '1 minute' FROM ${given} WHERE position ->> 'latitude' IS NOT NULL`,
    [rows],
  );
  await sql(
    `INSERT INTO bookings (id, kind, status, mechanic_id) SELECT work, 'services', booking, id FROM ${given} WHERE booking IS NOT NULL`,
    [rows],
  );
}

/** Computes the distance with vectors, independently of the formula in the statement. */
function metresBetween(one: Place, other: Place): number {
  const vector = ({ latitude, longitude }: Place) => {
    const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)] as const;
  };
  const [[x, y, z], [u, v, w]] = [vector(one), vector(other)];
  const cross = Math.hypot(y * w - z * v, z * u - x * w, x * v - y * u);
  return 6_371_008.8 * Math.atan2(cross, x * u + y * v + z * w);
}

/** Computes the expected result by checking every mechanic. */
function expected({ car, vehicleTypes, mechanics }: World) {
  const wanted = vehicleTypes.filter((type) => ['bike', 'car', 'auto', 'bus', 'truck'].includes(type));
  const judged = mechanics.flatMap((mechanic, index) => {
    const { position, shop, status } = mechanic;
    const kept = position !== null && position.ageMinutes < 24 * 60 ? position : null;
    const place = kept ?? shop;
    if (place === null || status !== 'approved') return [];
    const metres = metresBetween(car, place);
    const isFit =
      wanted.length === 0 ||
      mechanic.vehicleTypes.length === 0 ||
      mechanic.vehicleTypes.some((type) => wanted.includes(type));
    const reasons = {
      blocked: mechanic.isBlocked,
      not_available: !mechanic.isAvailable,
      busy: ['accepted', 'arrived'].includes(mechanic.booking ?? ''),
      other_vehicle: !isFit,
      old_position: kept !== null && kept.ageMinutes >= 15,
      too_far: metres > 25_000,
    };
    const reason = (['blocked', 'not_available', 'busy', 'other_vehicle', 'old_position', 'too_far'] as const).find(
      (name) => reasons[name],
    );
    return [{ id: testId(index), metres, reason, source: kept === null ? 'shop' : 'position' }];
  });
  const sorted = judged.toSorted((one, other) => one.metres - other.metres);
  return {
    judged: new Map(judged.map((one) => [one.id, one])),
    rows: sorted.filter(({ reason }) => reason === undefined).slice(0, 10),
    leftOut: sorted
      .filter(({ reason, metres }) => reason !== undefined && metres <= (reason === 'too_far' ? 100_000 : 25_000))
      .slice(0, 20),
  };
}

interface Listed {
  readonly id: string;
  readonly metres: number;
  readonly source: string;
  readonly reason?: string | undefined;
}

/**
 * Expects that every listed mechanic is judged correctly and that the distances are the smallest. Mechanics at the
 * same distance may appear in any order.
 */
function expectNearest(listed: readonly Listed[], nearest: readonly Listed[], judged: ReadonlyMap<string, Listed>) {
  expect(new Set(listed.map((row) => row.id)).size).toBe(nearest.length);
  for (const [index, row] of listed.entries()) {
    const own = judged.get(row.id);
    expect([row.source, row.reason]).toEqual([own?.source, own?.reason]);
    expect(Math.abs(row.metres - (own?.metres ?? 0))).toBeLessThan(0.6);
    expect(Math.abs(row.metres - (nearest[index]?.metres ?? 0))).toBeLessThan(0.6);
  }
}

const ask = async () => (await test.call('GET', `/admin/roadside/${EMERGENCY}/mechanics`)).body;
const ids = (rows: readonly { _id?: string; id?: string }[]) => rows.map((row) => row._id ?? row.id);

beforeEach(() => emptyDatabase(test.database));

const PUNE = { latitude: 18.52, longitude: 73.86 };
/** Returns a point the given number of kilometres to the north. */
const north = (kilometres: number, from: Place = PUNE): Place => ({
  ...from,
  latitude: from.latitude + kilometres / 111.195,
});

describe('[ROAD-04] GET /admin/roadside/{id}/mechanics', () => {
  it('returns available mechanics, nearest first, with the age of the position or a note that it is the workshop', async () => {
    await make({
      car: PUNE,
      vehicleTypes: ['car'],
      mechanics: [
        { ...readyOne, shop: north(5) },
        { ...readyOne, shop: north(1), position: { ...north(9), ageMinutes: 3 } },
        { ...readyOne, position: { ...north(2), ageMinutes: 14 } },
        { ...readyOne, status: 'pending', shop: north(1) },
        readyOne,
      ],
    });
    const { data, leftOut, now } = await ask();
    expect(data).toMatchObject([
      {
        id: testId(2),
        source: 'position',
        metres: 2000,
        place: { coordinates: [73.86, expect.closeTo(18.538, 3)] },
      },
      { id: testId(0), source: 'shop', placedAt: null, metres: 5000, name: 'M00', lastJobs: [] },
      { id: testId(1), source: 'position', metres: 9000 },
    ]);
    expect(leftOut).toEqual([]);
    expect(Date.parse(now) - Date.parse(data[0].placedAt)).toBeCloseTo(14 * MINUTE_MS, -4.5);
  });

  it('returns the first reason of each excluded mechanic, and adds mechanics who are too far away', async () => {
    const all = { isBlocked: true, isAvailable: false, booking: 'arrived', vehicleTypes: ['truck'] } as const;
    const old = (kilometres: number) => ({ position: { ...north(kilometres), ageMinutes: 16 } });
    await make({
      car: PUNE,
      vehicleTypes: ['car', 'bike'],
      mechanics: [
        { ...readyOne, ...all, ...old(1) },
        { ...readyOne, ...all, ...old(2), isBlocked: false },
        { ...readyOne, ...all, ...old(3), isBlocked: false, isAvailable: true },
        { ...readyOne, ...all, ...old(4), isBlocked: false, isAvailable: true, booking: 'completed' },
        { ...readyOne, ...old(5) },
        { ...readyOne, shop: north(26) },
        { ...readyOne, shop: north(27), isBlocked: true },
        { ...readyOne, shop: north(101) },
        { ...readyOne, vehicleTypes: [], shop: north(6) },
      ],
    });
    const { data, leftOut } = await ask();
    expect(leftOut.map(({ reason }: { reason: string }) => reason)).toEqual([
      ...['blocked', 'not_available', 'busy', 'other_vehicle', 'old_position', 'too_far'],
    ]);
    expect(new Set(EXCLUSION_REASONS)).toEqual(new Set(leftOut.map(({ reason }: { reason: string }) => reason)));
    expect(ids(data)).toEqual([testId(8)]);
    await sql(`UPDATE users SET vehicle_types = '{"hovercraft"}'`);
    expect((await ask()).leftOut.map(({ reason }: { reason: string }) => reason)).toEqual([
      ...['blocked', 'not_available', 'busy', 'old_position', 'old_position', 'too_far'],
    ]);
  });

  it('returns the last three jobs of each mechanic who is available', async () => {
    await make({ car: PUNE, vehicleTypes: [], mechanics: [{ ...readyOne, shop: PUNE }] });
    for (const [day, status] of [
      [1, 'completed'],
      [2, 'rating_given'],
      [3, 'user_confirmed'],
      [4, 'completed'],
      [5, 'cancelled'],
      [6, 'pending'],
    ] as const)
      await sql(
        `INSERT INTO bookings (id, kind, status, mechanic_id, created_at) VALUES ($1, 'services', $2, $3, $4)`,
        [testId(100 + day), status, testId(0), `2026-03-0${day}T10:00:00Z`],
      );
    expect((await ask()).data[0].lastJobs).toEqual(
      [4, 3, 2].map((day) => ({
        bookingId: testId(100 + day),
        kind: 'services',
        at: `2026-03-0${day}T10:00:00.000Z`,
      })),
    );
  });

  it('returns the same list when so many mechanics are near that it does not check the others', async () => {
    const mechanics = Array.from({ length: 80 }, (_, index) => ({
      ...readyOne,
      isAvailable: index % 2 === 0,
      shop: north(index / 10 - 4),
    }));
    const made = { car: PUNE, vehicleTypes: ['car'], mechanics };
    await make(made);
    const { rows, leftOut, judged } = expected(made);
    const response = await ask();
    expect([rows.length, leftOut.length]).toEqual([10, 20]);
    expectNearest(response.data, rows, judged);
    expectNearest(response.leftOut, leftOut, judged);
  });

  it('returns an empty list if the booking has no location, and 404 for a booking that is not an emergency', async () => {
    await make({ car: PUNE, vehicleTypes: [], mechanics: [{ ...readyOne, shop: PUNE }] });
    await sql('UPDATE bookings SET latitude = NULL, longitude = NULL WHERE id = $1', [EMERGENCY]);
    expect(await ask()).toMatchObject({ data: [], leftOut: [] });
    expect((await test.call('GET', `/admin/roadside/${testId(1)}/mechanics`)).status).toBe(404);
  });

  it('matches a brute-force calculation for random data, including across 180° and at the poles', async () => {
    const degrees = (around: number, most: number) =>
      fc.double({ min: around - most, max: around + most, noNaN: true });
    const wrapped = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180;
    const world = fc
      .record({
        latitude: fc.oneof(
          fc.constantFrom(0, 18.5, -18.5, 60, -75, 89.99, 90, -90),
          fc.double({ min: -90, max: 90, noNaN: true }),
        ),
        longitude: fc.oneof(fc.constantFrom(0, 73.86, 179.95, 180, -180, -179.99), degrees(0, 180)),
        spread: fc.constantFrom(0.02, 0.3, 2),
      })
      .chain(({ latitude, longitude, spread }) => {
        const stretch = Math.min(180, spread / Math.max(1e-6, Math.cos((latitude * Math.PI) / 180)));
        const place = fc
          .tuple(degrees(latitude, spread), degrees(longitude, stretch))
          .map(([lat, long]) => ({ latitude: Math.max(-90, Math.min(90, lat)), longitude: wrapped(long) }));
        const types = fc.constantFrom([], ['car'], ['bike'], ['car', 'truck'], ['hovercraft']);
        const mechanic: fc.Arbitrary<Mechanic> = fc.record({
          status: fc.constantFrom('approved', 'approved', 'approved', 'pending'),
          isBlocked: fc.constantFrom(false, false, false, true),
          isAvailable: fc.constantFrom(true, true, true, false),
          booking: fc.constantFrom(null, null, 'accepted', 'arrived', 'completed', 'pending'),
          vehicleTypes: types,
          shop: fc.option(place, { freq: 4 }),
          position: fc.option(
            fc
              .tuple(place, fc.constantFrom(0, 5, 14, 16, 60, 1439, 1441))
              .map(([at, ageMinutes]) => ({ ...at, ageMinutes })),
          ),
        });
        return fc.record({
          car: fc.constant({ latitude, longitude }),
          vehicleTypes: types,
          mechanics: fc.array(mechanic, { maxLength: 45, size: 'max' }),
        });
      });
    await fc.assert(
      fc.asyncProperty(world, async (made) => {
        await emptyDatabase(test.database);
        await make(made);
        const { rows, leftOut, judged } = expected(made);
        const response = await ask();
        expectNearest(response.data, rows, judged);
        expectNearest(response.leftOut, leftOut, judged);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  }, 300_000);
});
