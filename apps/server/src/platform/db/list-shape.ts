import type { RecordSource } from './read-record.ts';
import type { Reading, Searched } from './read-search.ts';
import type { SearchExtent } from './search-condition.ts';
import type { PageInput } from './statement-page.ts';

/** Describes how a list is read. No part of it comes from a request. */
export interface ListShape extends Searched, RecordSource {
  readonly name: string;
  /** The date column of the default order, newest first. */
  readonly orderBy: string;
  /** The counter of rows by status and by day of `orderBy`. */
  readonly counter: string;
  /** The column that the counter uses as the status. */
  readonly statusColumn: string;
  /** The column of amounts, in paise, that `readPageWithSum` adds up. The counter contains their sums. */
  readonly sumColumn?: string;
  readonly combined?: CombinedCounter;
  /** SQL conditions of filters without a value, by name. */
  readonly flags?: Readonly<Record<string, string>>;
  /** The counters of flags, used if a flag is the only filter. */
  readonly flagCounters?: Readonly<Record<string, string>>;
  /** Additional orders by their names in requests (VIEW-02). */
  readonly orders?: Readonly<Record<string, ListOrder>>;
}

/** A counter of every combination of values of several columns. */
export interface CombinedCounter {
  readonly counter: string;
  /** The SQL function that derives the counter's status from the values of the columns; null matches any value. */
  readonly status: string;
  /** Names of columns and flags. */
  readonly columns: readonly string[];
}

/** An order by a value and then by id, both of which are in an index. */
export interface ListOrder {
  /** An SQL expression that is never null. */
  readonly value: string;
  /** The counter of rows by status and by bucket of the value. It stores a bucket as a day. */
  readonly counter: string;
  /** Returns the SQL for the lowest value of the bucket that a day represents. */
  readonly lowestOf: (day: string) => string;
  /** The combined counter of the order's buckets. */
  readonly combinedCounter?: string;
  /** How the rows of a range of days are read in this order. */
  readonly ofDays?: OrderOfDays;
}

/** An order for the rows of a range of days. */
export interface OrderOfDays {
  /** An indexed expression for the UTC day, within which the index has this order. */
  readonly utcDay: string;
  /**
   * The counter of rows by day, keyed by a JSON array of the values of the combined counter's columns and the lowest
   * value of a bucket of the order.
   */
  readonly counter: string;
}

/** Returns the SQL for the first instant of a business day. */
export const midnightSql = (day: string): string =>
  `(SELECT day_start((${day})::date, value) FROM business_settings WHERE name = 'time_zone')`;

export const dateOrder = ({ orderBy, counter }: ListShape): ListOrder => ({
  value: orderBy,
  counter,
  lowestOf: midnightSql,
});

/** Returns the indexed SQL expression for an amount in paise. Rows without an amount sort last. */
export const sortedAmountSql = (column: string): string => `coalesce(${column}, -100000000)`;

/**
 * Returns the indexed SQL expression for the UTC day of an instant. The business day cannot be indexed, because it
 * depends on a setting.
 */
export const utcDaySql = (column: string): string => `((${column} AT TIME ZONE 'UTC')::date)`;

/** Returns an order by an amount in paise, with the buckets of `amount_day`. */
export const amountOrder = (
  column: string,
  counter: string,
  more: Pick<ListOrder, 'combinedCounter' | 'ofDays'> = {},
): ListOrder => ({
  value: sortedAmountSql(column),
  counter,
  lowestOf: (day) => `lowest_amount(${day})`,
  ...more,
});

/** Filters and order of a request; null means no filter. */
export interface ListFilters {
  readonly status: readonly string[] | null;
  /** Text to find in a searched column, case-insensitively. */
  readonly search: string | null;
  /** The similar names to search for if the search has no results (FIND-03). */
  readonly similar?: Reading | null;
  readonly extent?: SearchExtent;
  /** True if the caller may not read payouts, so that a search for a transaction id has no results. */
  readonly hidesTransactions?: boolean;
  /** Exact values, such as a customer's id. They match few rows, which are counted if there is no combined counter. */
  readonly fixedFilters?: readonly FixedFilter[];
  /** Names of the shape's flags. */
  readonly flags?: readonly string[];
  readonly days?: DayRange | null;
  /** Includes only rows dated before this instant. They are few and are counted. */
  readonly before?: Date | null;
  /** The rows that the user selected one by one (VIEW-07). */
  readonly ids?: readonly string[] | null;
  /** `date` or an order of the shape, with "-" for descending; by default the newest first. */
  readonly sort?: string | null;
}

export interface ListInput extends ListFilters, PageInput {}

export interface FixedFilter {
  readonly column: string;
  readonly id: string;
}

/** A range of business days, both inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns a range of days, which may be open at either end. In time zones east of UTC, the last instant of 9999 is on
 * the first day of 10000.
 */
export const dayRange = ({ from, to }: { from: string | null; to: string | null }): DayRange | null =>
  from === null && to === null ? null : { from: from ?? '1900-01-01', to: to ?? '10000-01-01' };
