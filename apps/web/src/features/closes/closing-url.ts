import { isDay } from '../../list/list-url.ts';
import { type MonthSearch, readMonthSearch } from '../../list/months.ts';

/** The address of the calendar: a month (this month by default), and the day whose books are open. */
export interface ClosingSearch extends MonthSearch {
  readonly day?: string;
}

/** Reads any query string; invalid values fall back to the defaults. For `validateSearch`. */
export const readClosingSearch = (search: Record<string, unknown>): ClosingSearch => ({
  ...readMonthSearch(search),
  ...(isDay(`${search['day']}`) && { day: `${search['day']}` }),
});
