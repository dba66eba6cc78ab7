import { REQUEST_ANSWER_SECONDS } from '@wayside/contract/roadside';
import { NO_AREA, NO_REASON, USUAL_REPORT_DAYS } from '@wayside/contract/roadside-report';
import { z } from 'zod';

/** A place as the index of its cell, whose centre names the area; the last cell has the last degree too. */
const centreOf = (degrees: string, most: number): string =>
  `to_char((least(floor(${degrees} * 10), ${most * 10 - 1}) + 0.5) / 10, 'FM990.00')`;
const AREA = `CASE WHEN b.latitude IS NULL OR b.longitude IS NULL THEN '${NO_AREA}'
    ELSE ${centreOf('b.latitude', 90)} || ', ' || ${centreOf('b.longitude', 180)} END`;

const seconds = (from: string, to: string): string => `extract(epoch FROM ${to} - ${from})::float8`;
const IS_CANCELLED = "(e.phase = 'ended' AND b.status = 'cancelled')";

/** The SQL of seconds as a report shows them, to a tenth. */
export const toTenth = (duration: string): string => `floor(${duration} * 10 + 0.5) / 10`;

/** Somebody in a report, as `personOf` returns them. */
export const reportedPerson = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
});

/** The SQL of a row of users or mechanics as JSON. */
export const personOf = (alias: string): string =>
  `json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'phone', ${alias}.phone, 'email', ${alias}.email)`;

/** The days $1 to $2 of the business, both null for the usual ones, as a range of instants. */
export const RANGE = `range AS (
  SELECT zone, starts_on, ends_on, day_start(starts_on, zone) AS starts, day_start(ends_on + 1, zone) AS ends
  FROM (SELECT business_time_zone() AS zone) AS business,
    LATERAL (SELECT coalesce($2::date, (now() AT TIME ZONE zone)::date) AS ends_on) AS last,
    LATERAL (SELECT coalesce($1::date, ends_on - ${USUAL_REPORT_DAYS - 1}) AS starts_on) AS first)`;

/**
 * `measured`: the emergencies that came in the range, with how long each phase took (ROAD-07). Assigning counts from the first claim,
 * or from when it came where nobody had claimed it before.
 */
const MEASURED = `measured AS (
  SELECT e.booking_id AS id, e.created_at, extract(hour FROM e.created_at AT TIME ZONE range.zone)::int AS hour, ${AREA} AS area,
    ${seconds('e.created_at', 'e.claimed_at')} AS claim,
    ${seconds('CASE WHEN e.claimed_at <= e.accepted_at THEN e.claimed_at ELSE e.created_at END', 'e.accepted_at')} AS assign,
    ${seconds('e.accepted_at', 'e.arrived_at')} AS arrive,
    coalesce(lapsed.count, 0) AS lapses, ${IS_CANCELLED} AS is_cancelled,
    CASE WHEN ${IS_CANCELLED} THEN coalesce(nullif(trim(asked.reason), ''), '${NO_REASON}') END AS reason
  FROM range CROSS JOIN emergencies AS e JOIN bookings AS b ON b.id = e.booking_id AND b.record_state = 'full'
  LEFT JOIN (
    SELECT booking_id, count(*) FROM range, emergency_steps WHERE kind = 'lapsed' AND at >= range.starts GROUP BY booking_id
  ) AS lapsed ON lapsed.booking_id = e.booking_id
  LEFT JOIN (
    SELECT DISTINCT ON (booking_id) booking_id, reason FROM emergency_requests WHERE kind = 'cancel' AND state = 'confirmed'
    ORDER BY booking_id, requested_at DESC) AS asked ON asked.booking_id = e.booking_id AND ${IS_CANCELLED}
  WHERE e.created_at >= range.starts AND e.created_at < range.ends)`;

/**
 * `not_come`: each mechanic once an emergency of `measured` who was asked for and whom the marketplace did not send, or who accepted and
 * was replaced or the emergency cancelled before they were there; nobody who was there after all (ROAD-07).
 */
const NOT_COME = `refused AS (
  SELECT booking_id, mechanic_id FROM emergency_requests AS r JOIN measured AS m ON m.id = r.booking_id
  WHERE r.kind = 'assign' AND (r.state IN ('overruled', 'withdrawn')
    OR r.state = 'waiting' AND r.requested_at < now() - interval '${REQUEST_ANSWER_SECONDS} seconds')),
changed AS (
  SELECT s.booking_id FROM measured AS m JOIN emergency_steps AS s ON s.booking_id = m.id
  WHERE s.kind IN ('pending', 'accepted', 'cancelled', 'mechanic_changed') GROUP BY s.booking_id
  HAVING bool_or(s.kind IN ('cancelled', 'mechanic_changed')) OR count(*) FILTER (WHERE s.kind = 'accepted') > 1
    OR max(s.id) FILTER (WHERE s.kind = 'pending') > min(s.id) FILTER (WHERE s.kind = 'accepted')
  UNION SELECT booking_id FROM refused),
phases AS (
  SELECT s.booking_id, s.mechanic_id, s.kind, lead(s.kind) OVER steps AS next_kind, lead(s.mechanic_id) OVER steps AS next_mechanic_id,
    substr(max(lpad(s.id::text, 20, '0') || s.kind) FILTER (WHERE s.kind <> 'mechanic_changed') OVER steps, 21) AS phase
  FROM changed JOIN emergency_steps AS s USING (booking_id)
  WHERE s.kind IN ('pending', 'accepted', 'arrived', 'ended', 'cancelled', 'mechanic_changed')
  WINDOW steps AS (PARTITION BY s.booking_id ORDER BY s.id)),
not_come AS (
  SELECT booking_id, mechanic_id FROM refused
  UNION SELECT booking_id, mechanic_id FROM phases
  WHERE phase = 'accepted' AND mechanic_id IS NOT NULL AND (next_kind = 'cancelled'
    OR next_kind IN ('pending', 'accepted', 'mechanic_changed') AND next_mechanic_id IS DISTINCT FROM mechanic_id)
  EXCEPT SELECT booking_id, mechanic_id FROM phases WHERE phase = 'arrived')`;

/** The tables of a report, for the statements that begin with them. */
export const REPORT_TABLES = `WITH ${RANGE}, ${MEASURED}, ${NOT_COME}`;
/** Those of them that durations need. */
export const MEASURED_TABLES = `WITH ${RANGE}, ${MEASURED}`;
