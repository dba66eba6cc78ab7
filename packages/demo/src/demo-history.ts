import type pg from 'pg';

/** The number of days for which emergencies have phases (ROAD-07) and bookings have a status history. */
const DAYS = 30;

/** Returns SQL for a number from 0 to 1 that depends only on the seed and the row, not on the order of rows. */
const share = (id: string, what: string): string =>
  `((('x' || substr(md5($1::text || ${id} || '${what}'), 1, 8))::bit(32)::bigint & 2147483647) / 2147483648.0)`;
/** Returns SQL for a number of seconds from an exponential distribution with a truncated tail. */
const wait = (id: string, what: string, { least, mean }: { least: number; mean: number }): string =>
  `(${least} - ln(1 - 0.97 * ${share(id, what)}) * ${mean})`;
const after = (at: string, seconds: string): string => `${at} + make_interval(secs => ${seconds})`;

/**
 * Inserts the phases of recent emergencies (ROAD-07), between the creation and the last change of the booking. Open
 * emergencies keep their status.
 */
const EMERGENCIES = `
  WITH recent AS (
    SELECT id, status, mechanic_id, latitude, longitude, created_at, greatest(updated_at, created_at + interval '1 minute') AS changed_at,
      extract(epoch FROM greatest(updated_at, created_at + interval '1 minute') - created_at)::float8 AS lasted,
      CASE WHEN status IN ('accepted', 'arrived') THEN status
        WHEN status IN ('completed', 'user_confirmed', 'rating_given', 'cancelled') THEN 'ended' ELSE 'pending' END AS phase
    FROM bookings WHERE kind = 'emergency' AND record_state = 'full' AND created_at > $2::timestamptz - interval '${DAYS} days'),
  claimed AS (
    SELECT *, CASE WHEN phase = 'pending' THEN NULL WHEN ${share('id', 'nobody')} < 0.94
      THEN ${after('created_at', `least(${wait('id', 'claim', { least: 4, mean: 32 })}, 0.1 * lasted)`)} END AS claimed_at FROM recent),
  accepted AS (
    SELECT *, CASE WHEN phase = 'accepted' THEN changed_at
      WHEN phase <> 'pending' AND (status <> 'cancelled' OR mechanic_id IS NOT NULL)
      THEN ${after('coalesce(claimed_at, created_at)', `least(${wait('id', 'assign', { least: 20, mean: 85 })}, 0.2 * lasted)`)} END AS accepted_at
    FROM claimed),
  arrived AS (
    SELECT *, CASE WHEN phase = 'arrived' THEN changed_at
      WHEN phase = 'ended' AND status <> 'cancelled'
      THEN ${after('accepted_at', `least(${wait('id', 'arrive', { least: 300, mean: 850 })}, 0.6 * lasted)`)} END AS arrived_at
    FROM accepted)
  INSERT INTO emergencies (booking_id, phase, created_at, phase_since, claimed_at, accepted_at, arrived_at, ended_at, cell, is_cancelled)
  SELECT id, phase, created_at, CASE phase WHEN 'pending' THEN created_at ELSE changed_at END,
    claimed_at, accepted_at, arrived_at, CASE phase WHEN 'ended' THEN changed_at END,
    emergency_cell('full', latitude, longitude), coalesce(status = 'cancelled', false)
  FROM arrived
  ON CONFLICT (booking_id) DO UPDATE SET claimed_at = excluded.claimed_at, accepted_at = excluded.accepted_at, arrived_at = excluded.arrived_at,
    cell = excluded.cell, is_cancelled = excluded.is_cancelled`;

/** Inserts steps in which some claims expire and some mechanics are replaced after accepting. */
const STEPS = `
  WITH pool AS (SELECT array_agg(id ORDER BY id) AS ids, count(*) AS size FROM mechanics WHERE status = 'approved' AND record_state = 'full'),
  made AS (
    SELECT e.*, b.mechanic_id, b.status,
      CASE WHEN ${share('e.booking_id', 'replaced')} < 0.06 AND e.arrived_at IS NOT NULL AND pool.size > 0
        THEN pool.ids[1 + floor(${share('e.booking_id', 'first')} * pool.size)::int] END AS first_id,
      e.claimed_at IS NOT NULL AND ${share('e.booking_id', 'lapse')} < 0.05 AS has_lapsed
    FROM pool, emergencies AS e JOIN bookings AS b ON b.id = e.booking_id),
  steps AS (
    SELECT booking_id, 'pending' AS kind, created_at AS at, NULL::text AS mechanic_id FROM made
    UNION ALL SELECT booking_id, 'claimed', claimed_at, NULL FROM made WHERE claimed_at IS NOT NULL
    UNION ALL SELECT booking_id, 'lapsed', claimed_at + (accepted_at - claimed_at) / 3, NULL FROM made WHERE has_lapsed AND accepted_at IS NOT NULL
    UNION ALL SELECT booking_id, 'claimed', claimed_at + (accepted_at - claimed_at) / 2, NULL FROM made WHERE has_lapsed AND accepted_at IS NOT NULL
    UNION ALL SELECT booking_id, 'accepted', accepted_at, coalesce(first_id, mechanic_id) FROM made WHERE accepted_at IS NOT NULL
    UNION ALL SELECT booking_id, 'mechanic_changed', accepted_at + (arrived_at - accepted_at) / 3, mechanic_id FROM made
      WHERE first_id <> mechanic_id
    UNION ALL SELECT booking_id, 'arrived', arrived_at, mechanic_id FROM made WHERE arrived_at IS NOT NULL
    UNION ALL SELECT booking_id, CASE status WHEN 'cancelled' THEN 'cancelled' ELSE 'ended' END, ended_at, mechanic_id FROM made
      WHERE ended_at IS NOT NULL)
  INSERT INTO emergency_steps (booking_id, kind, at, mechanic_id)
  SELECT booking_id, kind, at, mechanic_id FROM steps ORDER BY booking_id, at`;

const CHANGED = `
  UPDATE emergencies AS e SET has_changed = EXISTS (
    SELECT FROM emergency_steps AS s WHERE s.booking_id = e.booking_id AND s.kind IN ('cancelled', 'mechanic_changed'))`;

/** Inserts recent and old positions of some available mechanics. The others are located at their shops (ROAD-04). */
const POSITIONS = `
  INSERT INTO mechanic_positions (mechanic_id, latitude, longitude, at)
  SELECT id, shop_latitude + 0.03 * (${share('id', 'north')} - 0.5), shop_longitude + 0.03 * (${share('id', 'east')} - 0.5),
    $2::timestamptz - CASE WHEN ${share('id', 'place')} < 0.25 THEN interval '10 minutes' ELSE interval '5 hours' END * ${share('id', 'age')}
  FROM mechanics WHERE status = 'approved' AND record_state = 'full' AND shop_latitude IS NOT NULL AND shop_longitude IS NOT NULL
    AND is_available AND ${share('id', 'place')} < 0.3`;

/**
 * Inserts the statuses that led to the current one. The booking has had the current status since its last change; an
 * emergency has its own times.
 */
const STATUSES = `
  INSERT INTO booking_status_changes (booking_id, status, at, customer_id, mechanic_id)
  SELECT b.id, s.status, s.at, b.customer_id, b.mechanic_id
  FROM bookings AS b LEFT JOIN emergencies AS e ON e.booking_id = b.id,
    LATERAL (SELECT greatest(b.updated_at, b.created_at + interval '1 minute') AS changed_at) AS c,
    LATERAL (SELECT c.changed_at - b.created_at AS lasted) AS l,
    LATERAL (VALUES
      ('accepted', coalesce(e.accepted_at, b.created_at + 0.1 * lasted),
        b.status IN ('arrived', 'completed', 'user_confirmed', 'rating_given') OR b.status = 'cancelled' AND b.mechanic_id IS NOT NULL),
      ('arrived', coalesce(e.arrived_at, b.created_at + 0.5 * lasted), b.status IN ('completed', 'user_confirmed', 'rating_given')),
      ('completed', b.created_at + 0.9 * lasted, b.status IN ('user_confirmed', 'rating_given')),
      (b.status, c.changed_at, b.status <> 'pending')) AS s (status, at, is_reached)
  WHERE s.is_reached AND b.record_state = 'full' AND b.created_at > $1::timestamptz - interval '${DAYS} days'
  ORDER BY s.at, b.id`;

/**
 * Writes the history of the last thirty days as the program would have recorded it: phases of emergencies, positions
 * of mechanics, statuses of bookings.
 * @param client in the transaction that has written the records
 */
export async function writeDemoHistory(
  client: pg.ClientBase,
  { seed, now }: { readonly seed: number; readonly now: Date },
): Promise<void> {
  await client.query(EMERGENCIES, [seed, now]);
  // The steps that the trigger wrote contain only the last phase.
  await client.query('DELETE FROM emergency_steps');
  await client.query(STEPS, [seed]);
  await client.query(CHANGED);
  await client.query(POSITIONS, [seed, now]);
  await client.query(STATUSES, [now]);
  await client.query('ANALYZE emergencies, emergency_steps, mechanic_positions, booking_status_changes');
}
