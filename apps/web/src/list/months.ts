import { locale } from '../languages/language.ts';
import { isDay } from './list-url.ts';
import { daysOfPeriod } from './periods.ts';

/** A month in an address, this month by default: "2026-11". */
export interface MonthSearch {
  readonly month?: string;
}

/** Reads any query string; an invalid month falls back to the default. For `validateSearch`. */
export const readMonthSearch = ({ month }: Record<string, unknown>): MonthSearch =>
  isDay(`${month}-01`) ? { month: `${month}` } : {};

export const shownMonth = ({ month }: MonthSearch): string => month ?? daysOfPeriod('today').from.slice(0, 7);

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

export function daysOfMonth(month: string): { readonly from: string; readonly to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: `${month}-01`, to: dayOf(new Date(Date.UTC(year, number, 0))) };
}

/** The month that is a number of months later, or earlier if negative. */
export function monthAway(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return dayOf(new Date(Date.UTC(year, number - 1 + months, 1))).slice(0, 7);
}

/** "November 2026" */
export const monthLabel = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(locale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
