import { isDay } from '../../list/list-url.ts';

/** The address of the calendar of closes: a month, and the day whose books are open. Missing keys mean this month and none. */
export interface ClosingSearch {
  readonly month?: string;
  readonly day?: string;
}

/** Reads any query string; what is no month or day falls back to its default. For `validateSearch`. */
export const readClosingSearch = ({ month, day }: Record<string, unknown>): ClosingSearch => ({
  ...(isDay(`${month}-01`) && { month: `${month}` }),
  ...(isDay(`${day}`) && { day: `${day}` }),
});
