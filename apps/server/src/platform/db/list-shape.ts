import type { RecordSource } from './read-record.ts';
import type { Reading, Searched } from './read-search.ts';
import type { SearchExtent } from './search-condition.ts';
import type { PageInput } from './statement-page.ts';

/** How a list is read. No name comes from a request. */
export interface ListShape extends Searched, RecordSource {
  readonly name: string;
  /** The date column of the default order, newest first. */
  readonly orderBy: string;
  /** Counts the rows by status and by day of `orderBy`. */
  readonly counter: string;
  /** The column of the counter's status. */
  readonly statusColumn: string;
  /** The amounts, in paise, that `readPageWithSum` adds up; the counter has their sums. */
  readonly sumColumn?: string;
  readonly combined?: CombinedCounter;
  /** SQL conditions of filters without a value, by name. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Counters of flags, for a flag that is the only filter. */
  readonly flagCounters?: Readonly<Record<string, string>>;
  /** Further orders by their names in requests (VIEW-02). */
  readonly orders?: Readonly<Record<string, ListOrder>>;
}

/** A counter of every combination of several columns. */
export interface CombinedCounter {
  readonly counter: string;
  /** The SQL function that derives the status from the columns' values; null matches any value. */
  readonly status: string;
  /** Columns, and names of flags. */
  readonly columns: readonly string[];
}

/** An order by a value and then by id; an index has both. */
export interface ListOrder {
  /** An SQL expression that is never null. */
  readonly value: string;
  /** Counts the rows by status and by bucket of the value; the counter stores a bucket as a day. */
  readonly counter: string;
  /** SQL of the lowest value of a day's bucket. */
  readonly lowestOf: (day: string) => string;
  /** The combined counter of the order's buckets. */
  readonly combinedCounter?: string;
  /** How rows of some days are read in this order. */
  readonly ofDays?: OrderOfDays;
}

/** An order of the rows of some days. */
export interface OrderOfDays {
  /** An indexed expression that orders the rows of each UTC day. */
  readonly utcDay: string;
  /** Counts rows by day under a JSON array: the values of the combined counter's columns, and the lowest value of a bucket of the order. */
  readonly counter: string;
}

/** SQL of a business day's first instant. */
export const midnightOf = (day: string): string =>
  `(SELECT day_start((${day})::date, value) FROM business_settings WHERE name = 'time_zone')`;

export const dateOrder = ({ orderBy, counter }: ListShape): ListOrder => ({
  value: orderBy,
  counter,
  lowestOf: midnightOf,
});

/** SQL of an amount in paise, as indexed: rows without one sort last. */
export const sortedAmount = (column: string): string => `coalesce(${column}, -100000000)`;

/** SQL of the UTC day of an instant, as indexed: the business day depends on a setting. */
export const utcDayOf = (column: string): string => `((${column} AT TIME ZONE 'UTC')::date)`;

/** An order by an amount in paise, with the buckets of `amount_day`. */
export const amountOrder = (
  column: string,
  counter: string,
  more: Pick<ListOrder, 'combinedCounter' | 'ofDays'> = {},
): ListOrder => ({
  value: sortedAmount(column),
  counter,
  lowestOf: (day) => `lowest_amount(${day})`,
  ...more,
});

/** Filters and order of a request; null means no filter. */
export interface ListFilters {
  readonly status: readonly string[] | null;
  /** Text in a searched column, in either case. */
  readonly search: string | null;
  /** Similar names, where the search finds nothing (FIND-03). */
  readonly similar?: Reading | null;
  readonly extent?: SearchExtent;
  /** The reader may not read payouts, so transaction ids find nothing. */
  readonly hidesTransactions?: boolean;
  /** Values such as a customer's id: few rows, which are counted where no combined counter exists. */
  readonly fixedFilters?: readonly FixedFilter[];
  /** Names of flags of the shape. */
  readonly flags?: readonly string[];
  readonly days?: DayRange | null;
  /** Rows dated before this instant: few rows, which are counted. */
  readonly before?: Date | null;
  /** Rows that were selected one by one (VIEW-07). */
  readonly ids?: readonly string[] | null;
  /** `date` or an order of the shape, with "-" for descending; by default the newest first. */
  readonly sort?: string | null;
}

export interface ListInput extends ListFilters, PageInput {}

export interface FixedFilter {
  readonly column: string;
  readonly id: string;
}

/** Business days, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** A range of days, open at either end. The last instant of 9999 is on the first day of 10000 in zones east of UTC. */
export const dayRange = ({ from, to }: { from: string | null; to: string | null }): DayRange | null =>
  from === null && to === null ? null : { from: from ?? '1900-01-01', to: to ?? '10000-01-01' };
