import { isDay } from '../../list/list-url.ts';
import { daysOfPeriod } from '../../list/periods.ts';

/** The address of the calendar: a month (this month by default), and the day whose books are open. */
export interface ClosingSearch {
  readonly month?: string;
  readonly day?: string;
}

/** Reads any query string; invalid values fall back to the defaults. For `validateSearch`. */
export const readClosingSearch = ({ month, day }: Record<string, unknown>): ClosingSearch => ({
  ...(isDay(`${month}-01`) && { month: `${month}` }),
  ...(isDay(`${day}`) && { day: `${day}` }),
});

/** The month of an address: "2026-11". */
export const shownMonth = ({ month }: ClosingSearch): string => month ?? daysOfPeriod('today').from.slice(0, 7);

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
