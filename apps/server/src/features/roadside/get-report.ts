import {
  type AreaFigures,
  type getRoadsideReport,
  MAX_REPORT_AREAS,
  NO_AREA,
} from '@wayside/contract/roadside-report';
import type { AnswerOf } from '@wayside/contract/wire/endpoint';
import { badRequest } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { REPORT, REPORT_RANGE } from './report-statements.ts';

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
  const [found] = await context.database.rows(REPORT, [from, to]);
  const total = found?.figures.find(({ hour, area }) => hour === null && area === null);
  if (!found || !total) throw new Error('a grouping without columns returned no row');
  const { figures, cancellations, notComing } = found;
  return {
    ...{ from, to, total, cancellations, notComing },
    hours: figures.flatMap(({ hour, ...row }) => (hour === null ? [] : [{ hour, ...row }])),
    areas: figures
      .flatMap(({ area, ...row }) => (area === null ? [] : [{ ...areaOf(area), ...row }]))
      .slice(0, MAX_REPORT_AREAS),
    targets: { claimSeconds, assignSeconds, arriveSeconds },
  };
}

function areaOf(area: string): Pick<AreaFigures, 'area' | 'centre'> {
  const [latitude = 0, longitude = 0] = area.split(', ').map(Number);
  return { area, centre: area === NO_AREA ? null : { latitude, longitude } };
}
