import {
  FARTHEST_METRES,
  LEFT_OUT_REASONS,
  MAX_LEFT_OUT,
  MAX_NEAREST,
  PLACE_SOURCES,
  POSITION_KEPT_HOURS,
  POSITION_LIFE_MINUTES,
} from '@wayside/contract/roadside-requests';
import { z } from 'zod';
import { defineStatement, sampleOf } from '../../db/statement.ts';
import { EARTH_METRES } from './boxes-around.ts';

/** Where an emergency is, for which vehicles, and the time of the database's clock. */
export const READ_PLACE = defineStatement({
  name: 'read-emergency-place',
  text: `SELECT b.latitude, b.longitude, coalesce(u.vehicle_types, '{}') AS "vehicleTypes",
      now()::timestamptz(3) AS now
    FROM emergencies AS e JOIN bookings AS b ON b.id = e.booking_id LEFT JOIN users AS u ON u.id = b.customer_id
    WHERE e.booking_id = $1 AND b.record_state = 'full'`,
  row: z.object({
    latitude: z.nullable(z.number()),
    longitude: z.nullable(z.number()),
    vehicleTypes: z.array(z.string()),
    now: z.date(),
  }),
  example: [sampleOf('emergencies', 'booking_id')],
});

/** How many of the last jobs of each who can go are told. */
const LAST_JOBS = 3;

const lastJob = z.object({ bookingId: z.string(), kind: z.nullable(z.string()), at: z.nullable(z.string()) });

const nearRow = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  vehicleTypes: z.array(z.string()),
  isExpert: z.boolean(),
  latitude: z.number(),
  longitude: z.number(),
  source: z.enum(PLACE_SOURCES),
  placedAt: z.nullable(z.date()),
  metres: z.number(),
  reason: z.nullable(z.enum(LEFT_OUT_REASONS)),
  lastJobs: z.array(lastJob),
});
/** A mechanic who is near, with the first reason why they cannot go. */
export type NearRow = z.infer<typeof nearRow>;

const isInside = (longitude: string, latitude: string) =>
  `(point(${longitude}, ${latitude}) <@ $3::box OR point(${longitude}, ${latitude}) <@ $4::box)`;
const KEPT_AFTER = `$6::timestamptz - interval '${POSITION_KEPT_HOURS} hours'`;

/** The sine's square of half an angle in degrees; PostgreSQL rejects what underflows. */
const halfSquared = (degrees: string) => `sin(radians(greatest(abs(${degrees}), 1e-90)) / 2) ^ 2`;
/** The square of half the chord to the place: grows with the distance, and costs less. */
const chordTo = (latitude: string, longitude: string) =>
  `${halfSquared(`${latitude} - $1`)} + cosd($1) * cosd(${latitude}) * ${halfSquared(`${longitude} - $2`)}`;
/** How far away somebody is still told to be too far, in metres (ROAD-04). */
export const SEARCHED_METRES = 100_000;
const chordOf = (metres: number): number => Math.sin(metres / EARTH_METRES / 2) ** 2;
const FARTHEST = chordOf(FARTHEST_METRES);
/** The boxes that are searched have corners farther away. */
const SEARCHED = chordOf(SEARCHED_METRES);

/** In the order in which reasons are told; null for somebody who can go. */
const REASON = `CASE WHEN m.is_blocked THEN 'blocked' WHEN NOT m.is_available THEN 'not_available'
    WHEN busy.mechanic_id IS NOT NULL THEN 'busy'
    WHEN cardinality($5::text[]) > 0 AND cardinality(m.vehicle_types) > 0 AND NOT m.vehicle_types && $5::text[] THEN 'other_vehicle'
    WHEN placed.at <= $6::timestamptz - interval '${POSITION_LIFE_MINUTES} minutes' THEN 'old_position'
    WHEN placed.chord > ${FARTHEST} THEN 'too_far' END`;

/**
 * The nearest mechanics who can go, and the nearest who were left out, each with the first reason (ROAD-04): near are those in the
 * boxes $3 and $4 around latitude $1 and longitude $2, by their position, or by their shop while none is kept. $5 are the kinds of
 * vehicles, $6 is the current time. Beyond 25 km only those are left out whom nothing else keeps.
 */
export const LIST_NEAREST = defineStatement({
  name: 'list-nearest-mechanics',
  text: `WITH placed AS (
      SELECT mechanic_id AS id, latitude, longitude, at, ${chordTo('latitude', 'longitude')} AS chord
      FROM mechanic_positions WHERE ${isInside('longitude', 'latitude')} AND at > ${KEPT_AFTER}
      UNION ALL
      SELECT id, shop_latitude, shop_longitude, NULL, ${chordTo('shop_latitude', 'shop_longitude')}
      FROM mechanics AS m WHERE m.record_state = 'full' AND ${isInside('shop_longitude', 'shop_latitude')} AND NOT EXISTS (
        SELECT FROM mechanic_positions AS p WHERE p.mechanic_id = m.id AND p.at > ${KEPT_AFTER})),
    judged AS (
      SELECT placed.*, ${REASON} AS reason FROM placed JOIN mechanics AS m USING (id)
      LEFT JOIN (
        SELECT DISTINCT mechanic_id FROM bookings WHERE status IN ('accepted', 'arrived') AND record_state = 'full' AND mechanic_id IS NOT NULL
      ) AS busy ON busy.mechanic_id = m.id
      WHERE m.record_state = 'full' AND m.status = 'approved'),
    listed AS (
      (SELECT * FROM judged WHERE reason IS NULL ORDER BY chord, id LIMIT ${MAX_NEAREST})
      UNION ALL
      (SELECT * FROM judged WHERE reason = 'too_far' AND chord <= ${SEARCHED} OR chord <= ${FARTHEST} AND reason IS NOT NULL ORDER BY chord, id LIMIT ${MAX_LEFT_OUT}))
    SELECT m.id, m.name, m.phone, m.vehicle_types AS "vehicleTypes", m.is_expert AS "isExpert", listed.latitude, listed.longitude,
      CASE WHEN listed.at IS NULL THEN 'shop' ELSE 'position' END AS source, listed.at AS "placedAt",
      2 * ${EARTH_METRES} * asin(least(1, sqrt(listed.chord))) AS metres, listed.reason, jobs.list AS "lastJobs"
    FROM listed JOIN mechanics AS m USING (id), LATERAL (
      SELECT coalesce(json_agg(json_build_object('bookingId', job.id, 'kind', job.kind, 'at', job.created_at)), '[]') AS list FROM (
        SELECT b.id, b.kind, b.created_at FROM bookings AS b
        WHERE listed.reason IS NULL AND b.mechanic_id = m.id AND b.record_state = 'full'
          AND b.status IN ('completed', 'user_confirmed', 'rating_given')
        ORDER BY b.listed_at DESC, b.id DESC LIMIT ${LAST_JOBS}) AS job) AS jobs
    ORDER BY listed.chord, m.id`,
  row: nearRow,
  example: [19, 73, '((180,90),(-180,-90))', '((180,90),(-180,-90))', [], new Date('2026-03-01')],
});
