import type { Pool } from 'pg';
import { testId } from './import-database.ts';

/** The days of a report that contains all emergencies but one, which was reported the day before. */
export const REPORTED_DAYS = { from: '2026-03-10', to: '2026-03-11' };
const ASHA = testId(90);
/** The mechanics of the emergencies. */
export const [RAVI, SITA, MOHAN] = [testId(1), testId(2), testId(3)] as const;

interface ReportedEmergency {
  readonly number: number;
  readonly at: string;
  readonly place?: readonly [latitude: number, longitude: number];
  readonly status: string;
  readonly mechanicId?: string;
  /** In seconds after the emergency was reported. */
  readonly claimed?: number;
  readonly accepted?: number;
  readonly arrived?: number;
  readonly steps: readonly (readonly [second: number, kind: string, mechanicId?: string])[];
}

async function insertEmergency(
  pool: Pool,
  { number, at, place, status, mechanicId, claimed, accepted, arrived, steps }: ReportedEmergency,
) {
  const after = (seconds: number | undefined) =>
    seconds === undefined ? null : new Date(Date.parse(at) + seconds * 1000);
  await pool.query(
    `INSERT INTO bookings (id, kind, status, problem, customer_id, mechanic_id, latitude, longitude, created_at)
     VALUES ($1, 'emergency', $2, 'Flat tyre', $3, $4, $5, $6, $7)`,
    [testId(100 + number), status, ASHA, mechanicId, place?.[0], place?.[1], at],
  );
  await pool.query(
    `INSERT INTO emergencies (booking_id, phase, created_at, phase_since, claimed_at, accepted_at, arrived_at, ended_at)
     VALUES ($1, 'ended', $2, $2, $3, $4, $5, $2)`,
    [testId(100 + number), at, after(claimed), after(accepted), after(arrived)],
  );
  for (const [second, kind, mechanic] of steps)
    await pool.query('INSERT INTO emergency_steps (booking_id, kind, at, mechanic_id) VALUES ($1, $2, $3, $4)', [
      ...[testId(100 + number), kind, after(second), mechanic],
    ]);
}

async function insertRequest(
  pool: Pool,
  number: number,
  request: { mechanicId?: string; reason?: string; state: string },
) {
  const { mechanicId, reason, state } = request;
  await pool.query(
    `INSERT INTO emergency_requests (id, booking_id, kind, mechanic_id, reason, requested_by, requested_at, state, decided_at)
     SELECT $1, $2, $3, $4, $5, id, '2026-03-10', $6, CASE WHEN $6 <> 'waiting' THEN now() END FROM admins LIMIT 1`,
    [testId(500 + number), testId(100 + number), mechanicId ? 'assign' : 'cancel', mechanicId, reason, state],
  );
}

const PUNE = [18.52, 73.86] as const;

/** Stores two days of emergencies with everything that the report counts (ROAD-07). */
export async function loadReportedEmergencies(pool: Pool): Promise<void> {
  await pool.query("INSERT INTO users (id, name, phone) VALUES ($1, 'Asha', '9800000000')", [ASHA]);
  for (const [mechanicId, name] of [
    [RAVI, 'Ravi'],
    [SITA, 'Sita'],
    [MOHAN, 'Mohan'],
  ])
    await pool.query("INSERT INTO mechanics (id, name, status) VALUES ($1, $2, 'approved')", [mechanicId, name]);
  // In India, the times are 10:00 am, 10:30 am, 11:50 pm and 10:15 am on the first day and 12:05 am on the second.
  await insertEmergency(pool, {
    ...{ number: 1, at: '2026-03-10T04:30:00Z', place: PUNE, status: 'completed', mechanicId: RAVI },
    ...{ claimed: 30, accepted: 120, arrived: 1320 },
    steps: [
      [120, 'accepted', RAVI],
      [1320, 'arrived', RAVI],
    ],
  });
  await insertEmergency(pool, {
    ...{ number: 2, at: '2026-03-10T05:00:00Z', place: [18.599, 73.801], status: 'rating_given', mechanicId: RAVI },
    ...{ claimed: 90, accepted: 390, arrived: 2790 },
    steps: [
      [0, 'pending'],
      [200, 'lapsed'],
      [300, 'accepted', MOHAN],
      [310, 'pending'],
      [390, 'accepted', RAVI],
      [2790, 'arrived', RAVI],
    ],
  });
  await insertEmergency(pool, {
    ...{ number: 3, at: '2026-03-10T18:20:00Z', place: [19.07, 72.87], status: 'cancelled', accepted: 60 },
    steps: [
      [60, 'accepted', RAVI],
      [70, 'cancelled', RAVI],
    ],
  });
  await insertEmergency(pool, {
    ...{ number: 4, at: '2026-03-10T04:45:00Z', status: 'completed', mechanicId: RAVI },
    ...{ claimed: 60, accepted: 200, arrived: 800 },
    steps: [
      [200, 'accepted', MOHAN],
      [300, 'mechanic_changed', RAVI],
      [800, 'arrived', RAVI],
      [900, 'mechanic_changed'],
      [950, 'ended'],
    ],
  });
  await insertEmergency(pool, {
    ...{ number: 5, at: '2026-03-10T18:35:00Z', place: [-0.05, 180], status: 'cancelled', claimed: 10 },
    steps: [
      [100, 'lapsed'],
      [300, 'lapsed'],
      [400, 'mechanic_changed', RAVI],
      [500, 'cancelled'],
    ],
  });
  await insertEmergency(pool, {
    ...{
      number: 6,
      at: '2026-03-09T18:29:00Z',
      place: PUNE,
      status: 'cancelled',
      claimed: 5,
      accepted: 6,
      arrived: 7,
    },
    steps: [[6, 'lapsed']],
  });
  await insertRequest(pool, 4, { mechanicId: SITA, state: 'overruled' });
  await insertRequest(pool, 5, { mechanicId: SITA, state: 'withdrawn' });
  await pool.query(
    `INSERT INTO emergency_requests (id, booking_id, kind, reason, requested_by, requested_at, state, decided_at)
     SELECT $1, $2, 'cancel', ' Towed by a friend ', id, '2026-03-11', 'confirmed', now() FROM admins LIMIT 1`,
    [testId(600), testId(105)],
  );
  // The request was withdrawn, but the mechanic arrived anyway.
  await insertRequest(pool, 1, { mechanicId: RAVI, state: 'withdrawn' });
}
