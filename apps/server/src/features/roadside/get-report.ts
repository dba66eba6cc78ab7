import {
  type AreaFigures,
  type getRoadsideReport,
  MAX_REPORT_AREAS,
  NO_AREA,
  type RoadsideFigures,
} from '@wayside/contract/roadside-report';
import type { AnswerOf } from '@wayside/contract/wire/endpoint';
import { badRequest } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import {
  type FiguresRow,
  REPORT_CANCELLATIONS,
  REPORT_FIGURES,
  REPORT_NOT_COMING,
  REPORT_RANGE,
} from './report-statements.ts';

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
  const { database } = context;
  const [rows, cancellations, notComing] = await Promise.all([
    database.rows(REPORT_FIGURES, [from, to]),
    database.rows(REPORT_CANCELLATIONS, [from, to]),
    database.rows(REPORT_NOT_COMING, [from, to]),
  ]);
  const total = rows.find(({ hour, area }) => hour === null && area === null);
  if (!total) throw new Error('a grouping without columns returned no row');
  return {
    ...{ from, to },
    total: figuresOf(total),
    hours: rows.flatMap((row) => (row.hour === null ? [] : [{ hour: row.hour, ...figuresOf(row) }])),
    areas: rows
      .flatMap((row) => (row.area === null ? [] : [{ ...areaOf(row.area), ...figuresOf(row) }]))
      .slice(0, MAX_REPORT_AREAS),
    cancellations,
    notComing: notComing.map(({ count, ...mechanic }) => ({ mechanic, count })),
    targets: { claimSeconds, assignSeconds, arriveSeconds },
  };
}

function areaOf(area: string): Pick<AreaFigures, 'area' | 'centre'> {
  const [latitude = 0, longitude = 0] = area.split(', ').map(Number);
  return { area, centre: area === NO_AREA ? null : { latitude, longitude } };
}

const rounded = (seconds: number | null): number | null =>
  seconds === null ? null : Math.round(seconds * 10) / 10;

const figuresOf = (row: FiguresRow): RoadsideFigures => ({
  emergencies: row.emergencies,
  claim: {
    count: row.claimCount,
    medianSeconds: rounded(row.claimMedian),
    ninetiethSeconds: rounded(row.claimNinetieth),
    inTime: row.claimInTime,
  },
  assign: {
    count: row.assignCount,
    medianSeconds: rounded(row.assignMedian),
    ninetiethSeconds: rounded(row.assignNinetieth),
    inTime: row.assignInTime,
  },
  arrive: {
    count: row.arriveCount,
    medianSeconds: rounded(row.arriveMedian),
    ninetiethSeconds: rounded(row.arriveNinetieth),
    inTime: row.arriveInTime,
  },
  lapses: row.lapses,
  cancelled: row.cancelled,
  notCome: row.notCome,
});
