import {
  type AreaFigures,
  type getRoadsideReport,
  MAX_REPORT_AREAS,
  MAX_REPORT_MECHANICS,
  MAX_REPORT_REASONS,
  NO_AREA,
  REPORT_PHASES,
  type ReportPhase,
} from '@wayside/contract/roadside-report';
import type { AnswerOf } from '@wayside/contract/wire/endpoint';
import { z } from 'zod';
import { badRequest } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { areaName } from '../../platform/places/gazetteer.ts';
import { MEASURED_TABLES, personOf, RANGE, REPORT_TABLES, reportedPerson, toTenth } from './report-measures.ts';
import { targetSeconds } from './target-seconds.ts';

const seconds = z.nullable(z.number());
const phaseFigures = z.object({
  count: z.number(),
  medianSeconds: seconds,
  ninetiethSeconds: seconds,
  inTime: z.number(),
});
/** Of all emergencies (neither hour nor area), of an hour or of an area. */
const figuresRow = z.object({
  hour: z.nullable(z.number()),
  area: z.nullable(z.string()),
  emergencies: z.number(),
  claim: phaseFigures,
  assign: phaseFigures,
  arrive: phaseFigures,
  lapses: z.number(),
  cancelled: z.number(),
  notCome: z.number(),
});

const percentile = (fraction: number, phase: ReportPhase): string =>
  toTenth(`percentile_cont(${fraction}) WITHIN GROUP (ORDER BY ${phase})`);
const figuresOf = (phase: ReportPhase): string => `json_build_object('count', count(${phase}),
      'medianSeconds', ${percentile(0.5, phase)}, 'ninetiethSeconds', ${percentile(0.9, phase)},
      'inTime', count(*) FILTER (WHERE ${phase} <= ${targetSeconds(phase)})) AS ${phase}`;

/** The days of a report and the targets of now. */
const REPORT_RANGE = defineStatement({
  name: 'roadside-report-range',
  text: `WITH ${RANGE} SELECT starts_on::text AS "from", ends_on::text AS "to", starts_on <= ends_on AS "isRange",
      ${REPORT_PHASES.map((phase) => `${targetSeconds(phase)} AS "${phase}Seconds"`).join(', ')} FROM range`,
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

const FIGURES = `SELECT hour, area, count(*) AS emergencies, ${REPORT_PHASES.map(figuresOf).join(', ')},
      coalesce(sum(lapses), 0) AS lapses, count(*) FILTER (WHERE is_cancelled) AS cancelled, coalesce(sum(n.count), 0) AS "notCome"
    FROM measured AS m LEFT JOIN (SELECT booking_id, count(*) FROM not_come GROUP BY booking_id) AS n ON n.booking_id = m.id
    GROUP BY GROUPING SETS ((), (hour), (area)) ORDER BY hour NULLS LAST, emergencies DESC, area`;
const CANCELLATIONS = `SELECT reason, count(*) AS count FROM measured WHERE is_cancelled
    GROUP BY reason ORDER BY count DESC, reason LIMIT ${MAX_REPORT_REASONS}`;
const NOT_COMING = `SELECT ${personOf('p')} AS mechanic, n.count FROM (
      SELECT mechanic_id, count(*) FROM not_come GROUP BY mechanic_id ORDER BY count DESC, mechanic_id LIMIT ${MAX_REPORT_MECHANICS}
    ) AS n JOIN mechanics AS p ON p.id = n.mechanic_id ORDER BY n.count DESC, p.id`;

/**
 * A report of the days $1 to $2 (ROAD-07), in one statement that finds the emergencies once: the figures in all, by the hour in which
 * they came and by area; why they were cancelled, the most frequent reason first; and who did not come, to how many, the most first.
 */
const REPORT = defineStatement({
  name: 'roadside-report',
  text: `${REPORT_TABLES} SELECT ${jsonRows(FIGURES)} AS figures, ${jsonRows(CANCELLATIONS)} AS cancellations,
    ${jsonRows(NOT_COMING)} AS "notComing"`,
  row: z.object({
    figures: z.array(figuresRow),
    cancellations: z.array(z.object({ reason: z.string(), count: z.number() })),
    notComing: z.array(z.object({ mechanic: reportedPerson, count: z.number() })),
  }),
  example: ['2000-01-01', null],
  isPrepared: false,
});

/** How long each phase of the emergencies of the days $1 to $2 took, by the hour in which they came (DESK-04). */
const REPORT_HOURS = defineStatement({
  name: 'roadside-report-hours',
  text: `${MEASURED_TABLES} SELECT hour, ${REPORT_PHASES.map(figuresOf).join(', ')} FROM measured GROUP BY hour ORDER BY hour`,
  row: z.object({ hour: z.number(), claim: phaseFigures, assign: phaseFigures, arrive: phaseFigures }),
  example: ['2000-01-01', null],
  isPrepared: false,
});

const DAY_MS = 86_400_000;
const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/** As many days before some days: "2026-03-01" to "2026-03-07" follow "2026-02-22" to "2026-02-28". */
function previousDays({ from, to }: { readonly from: string; readonly to: string }) {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return { from: daysBefore(from, count), to: daysBefore(from, 1) };
}

/** The days of a report, both included; null for the usual ones. */
export interface ReportDays {
  readonly from: string | null;
  readonly to: string | null;
}

/** The days that are meant, and the targets of now. @throws 400 where the last is before the first */
export async function reportRange({ database }: Pick<AppContext, 'database'>, { from, to }: ReportDays) {
  const [range] = await database.rows(REPORT_RANGE, [from, to]);
  if (!range?.isRange) throw badRequest([{ field: 'to', message: 'must not be before from' }]);
  return range;
}

/**
 * How well it goes with the emergencies that came on some days (ROAD-07): durations in seconds, in all, by hour and by area.
 * @throws 400 where the last day is before the first
 */
export async function getReport(
  context: Pick<AppContext, 'database'>,
  days: ReportDays,
): Promise<AnswerOf<typeof getRoadsideReport>> {
  const { from, to, claimSeconds, assignSeconds, arriveSeconds } = await reportRange(context, days);
  const before = previousDays({ from, to });
  const [[found], hoursBefore] = await Promise.all([
    context.database.rows(REPORT, [from, to]),
    context.database.rows(REPORT_HOURS, [before.from, before.to]),
  ]);
  const total = found?.figures.find(({ hour, area }) => hour === null && area === null);
  if (!found || !total) throw new Error('a grouping without columns returned no row');
  const { figures, cancellations, notComing } = found;
  return {
    ...{ from, to, total, cancellations, notComing },
    hours: figures.flatMap(({ hour, ...row }) => (hour === null ? [] : [{ hour, ...row }])),
    areas: figures
      .flatMap(({ area, ...row }) => (area === null ? [] : [{ ...areaOf(area), ...row }]))
      .slice(0, MAX_REPORT_AREAS),
    previous: { ...before, hours: hoursBefore },
    targets: { claimSeconds, assignSeconds, arriveSeconds },
  };
}

function areaOf(area: string): Pick<AreaFigures, 'area' | 'centre' | 'place'> {
  const [latitude = 0, longitude = 0] = area.split(', ').map(Number);
  const centre = area === NO_AREA ? null : { latitude, longitude };
  return { area, centre, place: centre && areaName(centre) };
}
