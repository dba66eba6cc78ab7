import { MAX_REPORT_MECHANICS, MAX_REPORT_REASONS, REPORT_PHASES } from '@wayside/contract/roadside-report';
import { z } from 'zod';
import { defineStatement } from '../../db/statement.ts';
import { RANGE, REPORT_TABLES, targetOf } from './report-measures.ts';

const seconds = z.nullable(z.number());
const figuresRow = z.object({
  hour: z.nullable(z.number()),
  area: z.nullable(z.string()),
  emergencies: z.number(),
  claimCount: z.number(),
  claimMedian: seconds,
  claimNinetieth: seconds,
  claimInTime: z.number(),
  assignCount: z.number(),
  assignMedian: seconds,
  assignNinetieth: seconds,
  assignInTime: z.number(),
  arriveCount: z.number(),
  arriveMedian: seconds,
  arriveNinetieth: seconds,
  arriveInTime: z.number(),
  lapses: z.number(),
  cancelled: z.number(),
  notCome: z.number(),
});
/** The figures of all emergencies (neither hour nor area), of an hour or of an area. */
export type FiguresRow = z.infer<typeof figuresRow>;

const PHASES = REPORT_PHASES.map(
  (
    phase,
  ) => `count(${phase}) AS "${phase}Count", percentile_cont(0.5) WITHIN GROUP (ORDER BY ${phase}) AS "${phase}Median",
    percentile_cont(0.9) WITHIN GROUP (ORDER BY ${phase}) AS "${phase}Ninetieth",
    count(*) FILTER (WHERE ${phase} <= ${targetOf(phase)}) AS "${phase}InTime"`,
).join(',\n    ');

/** The days of a report and the targets of now. */
export const REPORT_RANGE = defineStatement({
  name: 'roadside-report-range',
  text: `WITH ${RANGE} SELECT starts_on::text AS "from", ends_on::text AS "to", starts_on <= ends_on AS "isRange",
      ${REPORT_PHASES.map((phase) => `${targetOf(phase)} AS "${phase}Seconds"`).join(', ')} FROM range`,
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

/** The figures in all, by the hour in which emergencies came, and by area (ROAD-07). $1 and $2 are the days. */
export const REPORT_FIGURES = defineStatement({
  name: 'roadside-report-figures',
  text: `${REPORT_TABLES},
    counted AS (
      SELECT m.*, coalesce(n.count, 0) AS not_come FROM measured AS m
      LEFT JOIN (SELECT booking_id, count(*) FROM not_come GROUP BY booking_id) AS n ON n.booking_id = m.id)
    SELECT hour, area, count(*) AS emergencies, ${PHASES},
      coalesce(sum(lapses), 0)::bigint AS lapses, count(*) FILTER (WHERE is_cancelled) AS cancelled, coalesce(sum(not_come), 0)::bigint AS "notCome"
    FROM counted GROUP BY GROUPING SETS ((), (hour), (area)) ORDER BY hour NULLS LAST, emergencies DESC, area`,
  row: figuresRow,
  example: ['2000-01-01', null],
  isPrepared: false,
});

/** Why emergencies were cancelled, the most frequent reason first. */
export const REPORT_CANCELLATIONS = defineStatement({
  name: 'roadside-report-cancellations',
  text: `${REPORT_TABLES} SELECT reason, count(*) AS count FROM measured WHERE is_cancelled
    GROUP BY reason ORDER BY count DESC, reason LIMIT ${MAX_REPORT_REASONS}`,
  row: z.object({ reason: z.string(), count: z.number() }),
  example: ['2000-01-01', null],
  isPrepared: false,
});

/** Who did not come, and to how many emergencies, the most first. */
export const REPORT_NOT_COMING = defineStatement({
  name: 'roadside-report-not-coming',
  text: `${REPORT_TABLES}
    SELECT p.id, p.name, p.phone, p.email, n.count FROM (
      SELECT mechanic_id, count(*) FROM not_come GROUP BY mechanic_id ORDER BY count DESC, mechanic_id LIMIT ${MAX_REPORT_MECHANICS}
    ) AS n JOIN mechanics AS p ON p.id = n.mechanic_id ORDER BY n.count DESC, p.id`,
  row: z.object({
    id: z.string(),
    name: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    email: z.nullable(z.string()),
    count: z.number(),
  }),
  example: ['2000-01-01', null],
  isPrepared: false,
});
