import { REQUEST_TIMEOUT_SECONDS } from '@wayside/contract/roadside';
import {
  type AreaStats,
  DEFAULT_REPORT_DAYS,
  type getRoadsideReport,
  MAX_REPORT_AREAS,
  MAX_REPORT_MECHANICS,
  MAX_REPORT_REASONS,
  NO_AREA,
  NO_REASON,
  REPORT_PHASES,
  type ReportPhase,
} from '@wayside/contract/roadside-report';
import type { ResponseOf } from '@wayside/contract/wire/endpoint';
import { z } from 'zod';
import { badRequest, fieldError } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { defineStatement, rowsOf, type Statement } from '../../platform/db/statement.ts';
import { areaName } from '../../platform/places/gazetteer.ts';
import { targetSecondsSql } from './list-emergencies.ts';

/** The number of 0.1° cells around the earth, as `emergency_cell` numbers them. */
const CELLS = 3600;
const centreSql = (index: string): string => `to_char((${index} + 0.5) / 10, 'FM990.00')`;
/** Returns SQL for an area: the centre of a cell. */
export const cellAreaSql = (cell: string): string => `CASE WHEN ${cell} = -1 THEN '${NO_AREA}'
    ELSE ${centreSql(`${cell} / ${CELLS} - 900`)} || ', ' || ${centreSql(`${cell} % ${CELLS} - 1800`)} END`;

// date_part is faster than `extract`, which returns a numeric.
const secondsBetweenSql = (from: string, to: string): string => `date_part('epoch', ${to} - ${from})`;
const IS_IN_RANGE_SQL = 'e.created_at >= range.starts AND e.created_at < range.ends';
/** The hour of the day in which an emergency was created. */
const HOUR = 'extract(hour FROM e.created_at AT TIME ZONE range.zone)::int';
const IS_CANCELLED_SQL = "(e.phase = 'ended' AND e.is_cancelled)";
/** The emergencies in the range. Values that older emergencies have not stored are read from their bookings. */
const EMERGENCIES = `(
  SELECT e.booking_id, e.phase, e.created_at, e.claimed_at, e.accepted_at, e.arrived_at, e.has_changed,
    coalesce(e.cell, (SELECT emergency_cell(b.record_state, b.latitude, b.longitude) FROM bookings AS b WHERE b.id = e.booking_id)) AS cell,
    coalesce(e.is_cancelled, (SELECT b.kind = 'emergency' AND b.status = 'cancelled' FROM bookings AS b WHERE b.id = e.booking_id), false) AS is_cancelled
  FROM range CROSS JOIN emergencies AS e WHERE ${IS_IN_RANGE_SQL})`;
/** The booking is complete, not a stub or erased. */
const IS_REPORTED_SQL = 'e.cell >= -1';

/** Returns SQL that rounds seconds to a tenth, as shown in a report. */
export const toTenthSql = (duration: string): string => `floor(${duration} * 10 + 0.5) / 10`;

/** A person in a report, as `personOf` returns them. */
export const reportedPerson = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
});

/** Returns SQL for a row of users or mechanics as JSON. */
export const personSql = (alias: string): string =>
  `json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'phone', ${alias}.phone, 'email', ${alias}.email)`;

/** The business days $1 to $2 as a range of instants. If both are null, the default days are used. */
const RANGE = `range AS (
  SELECT zone, starts_on, ends_on, day_start(starts_on, zone) AS starts, day_start(ends_on + 1, zone) AS ends
  FROM (SELECT business_time_zone() AS zone) AS business,
    LATERAL (SELECT coalesce($2::date, (now() AT TIME ZONE zone)::date) AS ends_on) AS last,
    LATERAL (SELECT coalesce($1::date, ends_on - ${DEFAULT_REPORT_DAYS - 1}) AS starts_on) AS first)`;

/**
 * `measured`: the emergencies in the range with the duration of each phase (ROAD-07). Assignment is measured from the
 * first claim, or from the creation of the emergency if there is no claim.
 */
const MEASURED = `measured AS (
  SELECT e.booking_id AS id, e.created_at, ${HOUR} AS hour, e.cell,
    ${secondsBetweenSql('e.created_at', 'e.claimed_at')} AS claim,
    ${secondsBetweenSql('CASE WHEN e.claimed_at <= e.accepted_at THEN e.claimed_at ELSE e.created_at END', 'e.accepted_at')} AS assign,
    ${secondsBetweenSql('e.accepted_at', 'e.arrived_at')} AS arrive,
    coalesce(lapsed.count, 0) AS lapses, ${IS_CANCELLED_SQL} AS is_cancelled,
    CASE WHEN ${IS_CANCELLED_SQL} THEN coalesce(nullif(trim(asked.reason), ''), '${NO_REASON}') END AS reason
  FROM range CROSS JOIN ${EMERGENCIES} AS e
  LEFT JOIN (
    SELECT booking_id, count(*) FROM range, emergency_steps WHERE kind = 'lapsed' AND at >= range.starts GROUP BY booking_id
  ) AS lapsed ON lapsed.booking_id = e.booking_id
  LEFT JOIN (
    SELECT DISTINCT ON (booking_id) booking_id, reason FROM emergency_requests WHERE kind = 'cancel' AND state = 'confirmed'
    ORDER BY booking_id, requested_at DESC) AS asked ON asked.booking_id = e.booking_id AND ${IS_CANCELLED_SQL}
  WHERE ${IS_REPORTED_SQL})`;

/**
 * `not_come`: mechanics who were requested for an emergency and not sent, or who accepted and were replaced or
 * cancelled before they arrived (ROAD-07). Most emergencies keep their mechanic, so their phases are not read.
 */
const NO_SHOWS = `came AS MATERIALIZED (
  SELECT e.booking_id, e.has_changed, ${HOUR} AS hour, e.cell FROM range CROSS JOIN ${EMERGENCIES} AS e WHERE ${IS_REPORTED_SQL}),
refused AS (
  SELECT booking_id, r.mechanic_id FROM came JOIN emergency_requests AS r USING (booking_id)
  WHERE r.kind = 'assign' AND (r.state IN ('overruled', 'withdrawn')
    OR r.state = 'waiting' AND r.requested_at < now() - interval '${REQUEST_TIMEOUT_SECONDS} seconds')),
changed AS (
  SELECT booking_id FROM came WHERE has_changed IS NOT FALSE
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
    OR next_kind IN ('pending', 'accepted', 'mechanic_changed') AND next_mechanic_id IS DISTINCT FROM mechanic_id
    OR next_kind IN ('arrived', 'ended') AND next_mechanic_id <> mechanic_id)
  EXCEPT SELECT booking_id, mechanic_id FROM phases WHERE phase = 'arrived')`;

/** Common table expressions for the statements of a report. */
export const REPORT_TABLES = `WITH ${RANGE}, ${MEASURED}, ${NO_SHOWS}`;
/** The common table expressions needed for durations. */
const MEASURED_TABLES = `WITH ${RANGE}, ${MEASURED}`;

const seconds = z.nullable(z.number());
const phaseStats = z.object({
  count: z.number(),
  medianSeconds: seconds,
  ninetiethSeconds: seconds,
  inTime: z.number(),
});
/** The stats of all emergencies (without hour and area), of an hour, or of an area. */
const statsRow = z.object({
  hour: z.nullable(z.number()),
  area: z.nullable(z.string()),
  emergencies: z.number(),
  claim: phaseStats,
  assign: phaseStats,
  arrive: phaseStats,
  lapses: z.number(),
  cancelled: z.number(),
});

/** Returns SQL that computes both percentiles with one sort. */
const percentilesSql = (phase: ReportPhase): string =>
  `percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY ${phase}) AS ${phase}_seconds`;
const countsSql = (phase: ReportPhase): string =>
  `count(${phase}) AS ${phase}_count, count(*) FILTER (WHERE ${phase} <= ${targetSecondsSql(phase)}) AS ${phase}_in_time`;
const statsSql = (phase: ReportPhase): string => `${countsSql(phase)}, ${percentilesSql(phase)}`;
const statsJsonSql = (phase: ReportPhase): string => `json_build_object('count', ${phase}_count,
      'medianSeconds', ${toTenthSql(`${phase}_seconds[1]`)}, 'ninetiethSeconds', ${toTenthSql(`${phase}_seconds[2]`)},
      'inTime', ${phase}_in_time) AS ${phase}`;
const PHASE_STATS_JSON = REPORT_PHASES.map(statsJsonSql).join(', ');
const PHASE_STATS = REPORT_PHASES.map(statsSql).join(', ');

/** Statement that reads the days of a report and the current targets. */
const REPORT_RANGE = defineStatement({
  name: 'roadside-report-range',
  text: `WITH ${RANGE} SELECT starts_on::text AS "from", ends_on::text AS "to", starts_on <= ends_on AS "isRange",
      ${REPORT_PHASES.map((phase) => `${targetSecondsSql(phase)} AS "${phase}Seconds"`).join(', ')} FROM range`,
  row: z.object({
    from: z.string(),
    to: z.string(),
    isRange: z.boolean(),
    claimSeconds: z.number(),
    assignSeconds: z.number(),
    arriveSeconds: z.number(),
  }),
  example: [null, null],
});

const STATS = `SELECT hour, ${cellAreaSql('cell')} AS area, emergencies, ${PHASE_STATS_JSON}, lapses, cancelled FROM (
      SELECT hour, cell, count(*) AS emergencies, ${PHASE_STATS},
        coalesce(sum(lapses), 0) AS lapses, count(*) FILTER (WHERE is_cancelled) AS cancelled
      FROM measured GROUP BY GROUPING SETS ((), (hour), (cell))) AS stats
    ORDER BY hour NULLS LAST, emergencies DESC, area`;
const CANCELLATIONS = `SELECT reason, count(*) AS count FROM measured WHERE is_cancelled
    GROUP BY reason ORDER BY count DESC, reason LIMIT ${MAX_REPORT_REASONS}`;

/**
 * Statement that reads a report of the days $1 to $2 (ROAD-07): stats in total, by hour and by area, and the reasons
 * for cancellations, most frequent first.
 */
const REPORT = defineStatement({
  name: 'roadside-report',
  text: `${MEASURED_TABLES} SELECT ${jsonRows(STATS)} AS stats, ${jsonRows(CANCELLATIONS)} AS cancellations`,
  row: z.object({
    stats: z.array(statsRow),
    cancellations: z.array(z.object({ reason: z.string(), count: z.number() })),
  }),
  example: ['2000-01-01', null],
  isPrepared: false,
});

/**
 * Statement that reads the number of no-shows on the days $1 to $2, in total, by hour and by area, and the mechanics
 * with the most no-shows (ROAD-07).
 */
const REPORT_NOT_COMING = defineStatement({
  name: 'roadside-report-not-coming',
  text: `WITH ${RANGE}, ${NO_SHOWS}, counted AS MATERIALIZED (
      SELECT n.mechanic_id, came.hour, came.cell FROM not_come AS n JOIN came USING (booking_id))
    SELECT ${jsonRows(`SELECT hour, ${cellAreaSql('cell')} AS area, count(*) FROM counted GROUP BY GROUPING SETS ((), (hour), (cell))`)} AS counts,
    ${jsonRows(`SELECT ${personSql('p')} AS mechanic, n.count FROM (
      SELECT mechanic_id, count(*) FROM counted GROUP BY mechanic_id ORDER BY count DESC, mechanic_id LIMIT ${MAX_REPORT_MECHANICS}
    ) AS n JOIN mechanics AS p ON p.id = n.mechanic_id ORDER BY n.count DESC, p.id`)} AS "notComing"`,
  row: z.object({
    counts: z.array(z.object({ hour: z.nullable(z.number()), area: z.nullable(z.string()), count: z.number() })),
    notComing: z.array(z.object({ mechanic: reportedPerson, count: z.number() })),
  }),
  example: ['2000-01-01', null],
  isPrepared: false,
});

/**
 * Statement that reads the durations of each phase of the emergencies of the days $1 to $2, by hour of creation
 * (DESK-04).
 */
const REPORT_HOURS = defineStatement({
  name: 'roadside-report-hours',
  text: `${MEASURED_TABLES} SELECT hour, ${PHASE_STATS_JSON} FROM (
      SELECT hour, ${PHASE_STATS} FROM measured GROUP BY hour) AS stats ORDER BY hour`,
  row: z.object({ hour: z.number(), claim: phaseStats, assign: phaseStats, arrive: phaseStats }),
  example: ['2000-01-01', null],
  isPrepared: false,
});

const DAY_MS = 86_400_000;
const FIRST_DAY_MS = Date.parse('1900-01-01');
const daysBefore = (day: string, days: number): string =>
  new Date(Math.max(FIRST_DAY_MS, Date.parse(day) - days * DAY_MS)).toISOString().slice(0, 10);

/** Returns the preceding period of the same length: "2026-02-22" to "2026-02-28" for "2026-03-01" to "2026-03-07". */
function previousDays({ from, to }: { readonly from: string; readonly to: string }) {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return { from: daysBefore(from, count), to: daysBefore(from, 1) };
}

/** The days of a report, both inclusive; null for the default days. */
export interface ReportDays {
  readonly from: string | null;
  readonly to: string | null;
}

/** Returns the resolved days and the current targets. @throws 400 if the last day is before the first */
export async function reportRange({ database }: Pick<AppContext, 'database'>, { from, to }: ReportDays) {
  const [range] = await database.rows(REPORT_RANGE, [from, to]);
  if (!range?.isRange) throw badRequest([fieldError('to', 'not_before', { from: 'from' })]);
  return range;
}

/** Reads a statement with enough memory to sort some hundred thousand rows without temporary files. */
const readInMemory = <R extends object>(
  { database }: Pick<AppContext, 'database'>,
  statement: Statement<R>,
  days: readonly [from: string, to: string],
): Promise<R[]> =>
  database.transaction(async (client) => {
    await client.query("SET LOCAL work_mem = '64MB'");
    return rowsOf(client, statement, [...days]);
  });

/**
 * Returns the durations in seconds of the emergencies on some days, in total, by hour and by area (ROAD-07). @throws
 * 400 if the days are in the wrong order
 */
export async function getReport(
  context: Pick<AppContext, 'database'>,
  days: ReportDays,
): Promise<ResponseOf<typeof getRoadsideReport>> {
  const { from, to, claimSeconds, assignSeconds, arriveSeconds } = await reportRange(context, days);
  const before = previousDays({ from, to });
  // The queries run in parallel, each on its own connection.
  const [[measured], [missed], hoursBefore] = await Promise.all([
    readInMemory(context, REPORT, [from, to]),
    readInMemory(context, REPORT_NOT_COMING, [from, to]),
    readInMemory(context, REPORT_HOURS, [before.from, before.to]),
  ]);
  if (!measured || !missed) throw new Error('a statement without a table returned no row');
  const { cancellations } = measured;
  const { notComing } = missed;
  const keyOf = (group: { readonly hour: number | null; readonly area: string | null }) =>
    `${group.hour} ${group.area}`;
  const notCome = new Map(missed.counts.map((group) => [keyOf(group), group.count]));
  const stats = measured.stats.map((group) => ({ ...group, notCome: notCome.get(keyOf(group)) ?? 0 }));
  const total = stats.find(({ hour, area }) => hour === null && area === null);
  if (!total) throw new Error('a grouping without columns returned no row');
  return {
    ...{ from, to, total, cancellations, notComing },
    hours: stats.flatMap(({ hour, ...row }) => (hour === null ? [] : [{ hour, ...row }])),
    areas: stats
      .flatMap(({ area, ...row }) => (area === null ? [] : [{ ...areaOf(area), ...row }]))
      .slice(0, MAX_REPORT_AREAS),
    previous: { ...before, hours: hoursBefore },
    targets: { claimSeconds, assignSeconds, arriveSeconds },
  };
}

function areaOf(area: string): Pick<AreaStats, 'area' | 'centre' | 'place'> {
  const [latitude = 0, longitude = 0] = area.split(', ').map(Number);
  const centre = area === NO_AREA ? null : { latitude, longitude };
  return { area, centre, place: centre && areaName(centre) };
}
