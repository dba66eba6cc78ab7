import { isDay } from '../../list/list-url.ts';
import { type MonthSearch, readMonthSearch } from '../../list/months.ts';

/** The query string of the calendar: the month (by default the current one) and the day whose books are open. */
export interface ClosingSearch extends MonthSearch {
  readonly day?: string;
}

/** Parses any query string for `validateSearch`; invalid values fall back to the defaults. */
export const readClosingSearch = (search: Record<string, unknown>): ClosingSearch => ({
  ...readMonthSearch(search),
  ...(isDay(`${search['day']}`) && { day: `${search['day']}` }),
});
