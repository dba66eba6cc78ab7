import {
  EXCLUSION_REASONS,
  type ExcludedMechanic,
  MAX_DISTANCE_METRES,
  MAX_EXCLUDED,
  MAX_NEAREST,
  type NearMechanic,
  PLACE_SOURCES,
  POSITION_RETENTION_HOURS,
  POSITION_TTL_MINUTES,
} from '@wayside/contract/roadside-requests';
import { VEHICLE_TYPES } from '@wayside/contract/wire/fields';
import type { GeoPoint } from '@wayside/contract/wire/geo-point';
import type { Logger } from 'pino';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import type { Database } from '../../platform/db/database.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { repeat, withFailureLogging } from '../../repeat.ts';

/** The mean radius of the earth, in metres. */
const EARTH_METRES = 6_371_008.8;

const RADIANS = Math.PI / 180;
/** A margin above any rounding error of these calculations: 10 cm. */
const MARGIN_DEGREES = 1e-6;

/** Formats longitudes and latitudes in degrees as a PostgreSQL box. */
const toBoxText = (west: number, south: number, east: number, north: number) =>
  `((${east},${north}),(${west},${south}))`;

/**
 * Returns two boxes that contain every place within a distance (ROAD-04). If the area crosses 180°, the second box is
 * on the other side; otherwise it equals the first. Near a pole, all longitudes are included. @param metres the
 * distance along the surface, less than a quarter of the circumference
 */
export function toBoundingBoxes({ latitude, longitude }: GeoPoint, metres: number): readonly [string, string] {
  const angle = metres / EARTH_METRES;
  const degrees = angle / RADIANS + MARGIN_DEGREES;
  const south = Math.max(-90, latitude - degrees);
  const north = Math.min(90, latitude + degrees);
  // The easternmost point of the circle is nearer to the pole than its centre.
  const wide = Math.sin(angle) / Math.cos(latitude * RADIANS);
  const half = south > -90 && north < 90 && wide < 1 ? Math.asin(wide) / RADIANS + MARGIN_DEGREES : 180;
  if (half >= 180) return [toBoxText(-180, south, 180, north), toBoxText(-180, south, 180, north)];
  const [west, east] = [longitude - half, longitude + half];
  const first = toBoxText(Math.max(-180, west), south, Math.min(180, east), north);
  if (west <= -180) return [first, toBoxText(west + 360, south, 180, north)];
  if (east >= 180) return [first, toBoxText(-180, south, east - 360, north)];
  return [first, first];
}

/** Statement that reads the location of an emergency, its vehicle types, and the database time. */
const READ_LOCATION = defineStatement({
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

/** The number of last jobs that are listed for an available mechanic. */
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
  reason: z.nullable(z.enum(EXCLUSION_REASONS)),
  lastJobs: z.array(lastJob),
});
/** A nearby mechanic, with the first reason why they cannot go. */
type NearRow = z.infer<typeof nearRow>;

const isInsideSql = (longitude: string, latitude: string) =>
  `(point(${longitude}, ${latitude}) <@ $6::box OR point(${longitude}, ${latitude}) <@ $7::box)`;
const RETAINED_AFTER = `$4::timestamptz - interval '${POSITION_RETENTION_HOURS} hours'`;

/**
 * Returns SQL for the angle from the south pole. It is never so small that PostgreSQL rejects the result of a
 * calculation as an underflow.
 */
const colatitudeSql = (latitude: string) => `radians(${latitude} + 90::float8)`;
/**
 * Returns SQL for the squared half chord to the place, by the law of cosines. It increases with the distance and is
 * accurate to a centimetre.
 */
const chordSql = (latitude: string, longitude: string) =>
  `0.5 - 0.5 * (cos(${colatitudeSql('$1')}) * cos(${colatitudeSql(latitude)})
    + sin(${colatitudeSql('$1')}) * sin(${colatitudeSql(latitude)}) * cos(radians(${longitude} - $2 + 360)))`;
/** The distance up to which mechanics are listed as too far away (ROAD-04). */
const SEARCHED_METRES = 100_000;
/** The distance within which a large city has enough mechanics. */
const NEAR_METRES = 3_000;
const toChord = (metres: number): number => Math.sin(metres / EARTH_METRES / 2) ** 2;
const MAX_CHORD = toChord(MAX_DISTANCE_METRES);

/** The first reason that applies; null if the mechanic can go. */
const REASON = `CASE WHEN m.is_blocked THEN 'blocked' WHEN NOT m.is_available THEN 'not_available'
    WHEN busy.mechanic_id IS NOT NULL THEN 'busy'
    WHEN cardinality($3::text[]) > 0 AND cardinality(m.vehicle_types) > 0 AND NOT m.vehicle_types && $3::text[] THEN 'other_vehicle'
    WHEN m.at <= $4::timestamptz - interval '${POSITION_TTL_MINUTES} minutes' THEN 'old_position'
    WHEN m.chord > ${MAX_CHORD} THEN 'too_far' END`;

const RETAINED_POSITIONS = `mechanic_positions AS p ON p.mechanic_id = m.id AND p.at > ${RETAINED_AFTER}`;
const MECHANIC_COLUMNS = 'm.is_blocked, m.is_available, m.vehicle_types';
const IS_APPROVED_SQL = `m.record_state = 'full' AND m.status = 'approved'`;

/** Mechanics within the boxes, found with the location indexes. This is fast if there are only a few. */
const INDEXED = `SELECT m.id, p.latitude, p.longitude, p.at, ${MECHANIC_COLUMNS} FROM mechanics AS m JOIN ${RETAINED_POSITIONS}
    WHERE ${isInsideSql('p.longitude', 'p.latitude')} AND ${IS_APPROVED_SQL}
    UNION ALL
    SELECT m.id, m.shop_latitude, m.shop_longitude, NULL, ${MECHANIC_COLUMNS} FROM mechanics AS m LEFT JOIN ${RETAINED_POSITIONS}
    WHERE ${isInsideSql('m.shop_longitude', 'm.shop_latitude')} AND ${IS_APPROVED_SQL} AND p.mechanic_id IS NULL`;

/** All mechanics with a location, read in a single scan because index look-ups are slower for many rows. */
const SCANNED = `SELECT m.id, coalesce(p.latitude, m.shop_latitude) AS latitude, coalesce(p.longitude, m.shop_longitude) AS longitude, p.at,
      ${MECHANIC_COLUMNS} FROM mechanics AS m LEFT JOIN ${RETAINED_POSITIONS} WHERE ${IS_APPROVED_SQL}`;

/**
 * Creates a statement for the nearest mechanics who can go, and the nearest excluded ones with the first reason
 * (ROAD-04). They are within $5 (a squared half chord) of latitude $1 and longitude $2, by their position, or by
 * their shop if they have no position. $3: vehicle types, $4: current time, $6 and $7: searched boxes. Beyond 25 km,
 * excluded mechanics are listed only if the distance is their only reason.
 */
const defineNearestStatement = (name: string, placed: string, boxes: readonly string[]) =>
  defineStatement({
    name,
    // OFFSET 0 makes PostgreSQL calculate the distance only once instead of at each use.
    text: `WITH judged AS (
      SELECT m.id, m.latitude, m.longitude, m.at, m.chord, ${REASON} AS reason
      FROM (SELECT placed.*, ${chordSql('latitude', 'longitude')} AS chord FROM (${placed}) AS placed OFFSET 0) AS m
      LEFT JOIN (
        SELECT DISTINCT mechanic_id FROM bookings WHERE status IN ('accepted', 'arrived') AND record_state = 'full' AND mechanic_id IS NOT NULL
      ) AS busy ON busy.mechanic_id = m.id
      WHERE m.chord <= $5),
    listed AS (
      (SELECT * FROM judged WHERE reason IS NULL ORDER BY chord, id LIMIT ${MAX_NEAREST})
      UNION ALL
      (SELECT * FROM judged WHERE reason = 'too_far' OR chord <= ${MAX_CHORD} AND reason IS NOT NULL ORDER BY chord, id LIMIT ${MAX_EXCLUDED}))
    SELECT m.id, m.name, m.phone, m.vehicle_types AS "vehicleTypes", m.is_expert AS "isExpert", listed.latitude, listed.longitude,
      CASE WHEN listed.at IS NULL THEN 'shop' ELSE 'position' END AS source, listed.at AS "placedAt",
      2 * ${EARTH_METRES} * asin(least(1, sqrt(greatest(0, listed.chord)))) AS metres, listed.reason, jobs.list AS "lastJobs"
    FROM listed JOIN mechanics AS m USING (id), LATERAL (
      SELECT coalesce(json_agg(json_build_object('bookingId', job.id, 'kind', job.kind, 'at', job.created_at)), '[]') AS list FROM (
        SELECT b.id, b.kind, b.created_at FROM bookings AS b
        WHERE listed.reason IS NULL AND b.mechanic_id = m.id AND b.record_state = 'full'
          AND b.status IN ('completed', 'user_confirmed', 'rating_given')
        ORDER BY b.listed_at DESC, b.id DESC LIMIT ${LAST_JOBS}) AS job) AS jobs
    ORDER BY listed.chord, m.id`,
    row: nearRow,
    example: [19, 73, [], new Date('2026-03-01'), 1, ...boxes],
  });

const EVERYWHERE = '((180,90),(-180,-90))';
/** Statement that lists the mechanics within a small distance. */
export const LIST_NEAR = defineNearestStatement('list-near-mechanics', INDEXED, [EVERYWHERE, EVERYWHERE]);
/** Statement that lists all mechanics within the search distance. */
export const LIST_NEAREST = defineNearestStatement('list-nearest-mechanics', SCANNED, []);

/** The location, vehicle types and time of an emergency that needs a mechanic. */
interface NearestQuery {
  readonly location: GeoPoint;
  readonly vehicleTypes: readonly string[];
  readonly now: Date;
}

const valuesOf = ({ location, vehicleTypes, now }: NearestQuery, metres: number): unknown[] => [
  location.latitude,
  location.longitude,
  vehicleTypes,
  now,
  toChord(metres),
];

/** Returns the parameters of `LIST_NEAR`. */
export const nearValues = (needed: NearestQuery): unknown[] => [
  ...valuesOf(needed, NEAR_METRES),
  ...toBoundingBoxes(needed.location, NEAR_METRES),
];

/** Returns the parameters of `LIST_NEAREST`. */
export const nearestValues = (needed: NearestQuery): unknown[] => valuesOf(needed, SEARCHED_METRES);

/** The mechanics who can go to an emergency, and the excluded mechanics. */
interface NearestMechanics {
  readonly rows: NearMechanic[];
  readonly excluded: ExcludedMechanic[];
  readonly now: string;
}

const KNOWN: ReadonlySet<string> = new Set(VEHICLE_TYPES);

/**
 * Returns the ten nearest mechanics who can go, and the nearest twenty excluded ones with the first reason (ROAD-04).
 * Searches all mechanics only if few are nearby. An unknown vehicle type excludes no mechanic. @returns no mechanics
 * if the booking has no location @throws 404
 */
export async function listNearest(
  { database }: Pick<AppContext, 'database'>,
  { id }: { readonly id: string },
): Promise<NearestMechanics> {
  const [emergency] = await database.rows(READ_LOCATION, [id]);
  if (!emergency) throw notFound('emergency');
  const { latitude, longitude, vehicleTypes, now } = emergency;
  if (latitude === null || longitude === null) return { rows: [], excluded: [], now: now.toISOString() };
  const known = vehicleTypes.filter((type) => KNOWN.has(type));
  const needed = { location: { latitude, longitude }, vehicleTypes: known, now };
  const near = splitByReason(await database.rows(LIST_NEAR, nearValues(needed)));
  const isFull = near.rows.length === MAX_NEAREST && near.excluded.length === MAX_EXCLUDED;
  const found = isFull ? near : splitByReason(await database.rows(LIST_NEAREST, nearestValues(needed)));
  return { ...found, now: now.toISOString() };
}

const splitByReason = (found: readonly NearRow[]): Pick<NearestMechanics, 'rows' | 'excluded'> => ({
  rows: found.flatMap((row) => (row.reason === null ? [asNear(row)] : [])),
  excluded: found.flatMap(({ reason, ...row }) => (reason === null ? [] : [{ ...asNear(row), reason }])),
});

const asNear = ({
  latitude,
  longitude,
  placedAt,
  metres,
  lastJobs,
  ...row
}: Omit<NearRow, 'reason'>): NearMechanic => ({
  id: row.id,
  name: row.name,
  phone: row.phone,
  vehicleTypes: row.vehicleTypes,
  isExpert: row.isExpert,
  source: row.source,
  place: { latitude, longitude },
  placedAt: placedAt?.toISOString() ?? null,
  metres: Math.round(metres),
  lastJobs: lastJobs.map(({ at, ...job }) => ({ ...job, at: at === null ? null : new Date(at).toISOString() })),
});

const REMOVE_OLD_POSITIONS = defineStatement({
  name: 'forget-positions',
  text: `DELETE FROM mechanic_positions WHERE at < now() - interval '${POSITION_RETENTION_HOURS} hours'`,
  example: [],
});

/** Deletes mechanics' positions that are older than a day (ROAD-04). A lock prevents concurrent writes of positions. */
export async function removeOldPositions(database: Pick<Database, 'transaction'>): Promise<void> {
  await database.transaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.positions]);
    await rowsOf(client, REMOVE_OLD_POSITIONS, []);
  });
}

const INTERVAL_MS = 60_000;

/** Deletes old positions every minute. @returns a function that stops the job and resolves after the current run */
export function removeOldPositionsRepeatedly(database: Database, log: Logger): () => Promise<void> {
  return repeat(
    INTERVAL_MS,
    withFailureLogging(log, 'old positions of mechanics could not be removed', () => removeOldPositions(database)),
  );
}
