import type pg from 'pg';

/** For so many days bookings have each of their statuses, as if the program had seen them change. */
const DAYS = 30;

/** The statuses on the way to the present one, which the booking has had since it changed last; an emergency has its own times. */
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
 * Writes the statuses of the bookings of the last thirty days.
 * @param client in the transaction that has written the bookings and their emergencies
 */
export async function writeDemoStatuses(client: pg.ClientBase, now: Date): Promise<void> {
  await client.query(STATUSES, [now]);
  await client.query('ANALYZE booking_status_changes');
}
