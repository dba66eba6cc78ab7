import {
  EMERGENCY_STATES,
  type EmergencyState,
  REPORT_STATS,
  type ReportStat,
} from '@wayside/contract/roadside-states';
import { isRecordId } from '../../lib/record-keys.ts';
import { isDay, type ListDays } from '../../list/list-url.ts';
import { daysOf, PERIODS, type Period } from '../../list/periods.ts';

/** The query string of the desk: a state filter and the selected emergency. */
export interface RoadsideSearch {
  readonly state?: EmergencyState;
  readonly emergency?: string;
}

/** Parses any query string for `validateSearch`; unknown values are ignored. */
export function readRoadsideSearch({ state, emergency }: Record<string, unknown>): RoadsideSearch {
  const shown = EMERGENCY_STATES.find((each) => each === state);
  return {
    ...(shown && { state: shown }),
    ...(isRecordId(emergency) && { emergency }),
  };
}

/** The query string of the report: the period and the stat with listed emergencies. */
export interface ReportSearch {
  readonly period?: Period;
  readonly from?: string;
  readonly to?: string;
  readonly figure?: ReportStat;
  readonly hour?: number;
  readonly area?: string;
  readonly reason?: string;
  readonly mechanic?: string;
}

/** A stat and the filters for the emergencies it covers. */
export type ReportSelection = Pick<ReportSearch, 'figure' | 'hour' | 'area' | 'reason' | 'mechanic'>;

const MAX_AREA_LENGTH = 40;
const MAX_REASON_LENGTH = 200;

/** Parses any query string for `validateSearch`; unknown values are ignored. */
export function readReportSearch(given: Record<string, unknown>): ReportSearch {
  const text = (key: string, maxLength: number) => {
    const value = given[key];
    return typeof value === 'string' && value !== '' && value.length <= maxLength ? { [key]: value } : {};
  };
  const period = PERIODS.find((each) => each === given['period']);
  const day = (key: 'from' | 'to') => (isDay(`${given[key]}`) ? { [key]: `${given[key]}` } : {});
  const figure = REPORT_STATS.find((each) => each === given['figure']);
  const hour = Number(given['hour'] ?? Number.NaN);
  const { mechanic } = given;
  return {
    ...(period ? { period } : { ...day('from'), ...day('to') }),
    ...(figure && { figure }),
    ...(Number.isInteger(hour) && hour >= 0 && hour < 24 && { hour }),
    ...text('area', MAX_AREA_LENGTH),
    ...text('reason', MAX_REASON_LENGTH),
    ...(isRecordId(mechanic) && { mechanic }),
  };
}

/**
 * Returns the period of the report, by default the last 30 days.
 * @param areDaysTyped whether the user has emptied both dates to type others
 */
export function reportDays({ period, from, to }: ReportSearch, areDaysTyped = false): ListDays {
  if (period === undefined && from === undefined && to === undefined && !areDaysTyped)
    return { period: '30-days', from: null, to: null };
  return { period: period ?? null, from: from ?? null, to: to ?? null };
}

export const requestedDays = (search: ReportSearch) => daysOf(reportDays(search));
