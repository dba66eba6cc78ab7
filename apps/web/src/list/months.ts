import { locale } from '../languages/language.ts';
import { isDay } from './list-url.ts';
import { daysOfPeriod } from './periods.ts';

/** A month in the URL, such as "2026-11"; by default the current month. */
export interface MonthSearch {
  readonly month?: string;
}

/** Parses any query string for `validateSearch`; an invalid month falls back to the default. */
export const readMonthSearch = ({ month }: Record<string, unknown>): MonthSearch =>
  isDay(`${month}-01`) ? { month: `${month}` } : {};

export const shownMonth = ({ month }: MonthSearch): string => month ?? daysOfPeriod('today').from.slice(0, 7);

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

export function daysOfMonth(month: string): { readonly from: string; readonly to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: `${month}-01`, to: dayOf(new Date(Date.UTC(year, number, 0))) };
}

/** Returns the month that is a number of months later, or earlier if the number is negative. */
export function monthAway(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return dayOf(new Date(Date.UTC(year, number - 1 + months, 1))).slice(0, 7);
}

/** Returns the name of a month: "November 2026". */
export const monthLabel = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(locale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
