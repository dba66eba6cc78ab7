import type { RecordSource } from './read-record.ts';
import type { Reading, Searched } from './read-search.ts';
import type { PageInput } from './statement-page.ts';

/** How a list is read. No name comes from a request. */
export interface ListShape extends Searched, RecordSource {
  /** Part of the statement's name. */
  readonly name: string;
  /** The column of the date by which lists are ordered, newest first, unless a request orders them otherwise. */
  readonly orderBy: string;
  /** The counter of the rows, by status and by the day of `orderBy`. */
  readonly counter: string;
  /** The column that is the status of the counter. */
  readonly statusColumn: string;
  /** The column of the amounts, in paise, that `readPageWithSum` adds up; the counter has their sums. */
  readonly sumColumn?: string;
  /** The counter of every combination of filters of these columns. */
  readonly combined?: CombinedCounter;
  /** The SQL conditions of filters without a value, by name. */
  readonly flags?: Readonly<Record<string, string>>;
  /** The counters of flags, by name, of all rows for which the flag alone holds. */
  readonly flagCounters?: Readonly<Record<string, string>>;
  /** What rows can be ordered by other than their date, by the name that a request gives it (VIEW-02). */
  readonly orders?: Readonly<Record<string, ListOrder>>;
}

/** A counter whose status combines several columns. */
export interface CombinedCounter {
  readonly counter: string;
  /** The SQL function that makes the status from the values of the columns, in this order; null stands for any value. */
  readonly status: string;
  /** Columns, and names of conditions without a value. */
  readonly columns: readonly string[];
}

/** An order of a list by a value, with the id among equals; an index has both. */
export interface ListOrder {
  /** An SQL expression that is never null. */
  readonly value: string;
  /** The counter of the rows by status and by bucket of the value; each bucket is one day of the counter. */
  readonly counter: string;
  /** The SQL of the lowest value of the bucket that a day stands for. */
  readonly lowestOf: (day: string) => string;
}

/** The SQL of the first instant of a day of the business. */
export const midnightOf = (day: string): string =>
  `day_start((${day})::date, (SELECT value FROM business_settings WHERE name = 'time_zone'))`;

/** The order of a list by its date. */
export const dateOrder = ({ orderBy, counter }: ListShape): ListOrder => ({
  value: orderBy,
  counter,
  lowestOf: midnightOf,
});

/** The SQL of an amount in paise that sorts a row without one last, as its index has it. */
export const sortedAmount = (column: string): string => `coalesce(${column}, -100000000)`;

/** An order by an amount in paise, whose buckets are those of `amount_day`. Rows without an amount come last. */
export const amountOrder = (column: string, counter: string): ListOrder => ({
  value: sortedAmount(column),
  counter,
  lowestOf: (day) => `lowest_amount(${day})`,
});

/** The filters and the order of a request. */
export interface ListFilters {
  /** Only these statuses; null for all. */
  readonly status: readonly string[] | null;
  /** Only rows with this text in a searched column, in either case; null for all. */
  readonly search: string | null;
  /** Finds people whose names sound alike instead, where the search finds nothing (FIND-03). */
  readonly similar?: Reading | null;
  /** Whether a transaction id finds nothing, because the reader may not read payouts. */
  readonly hidesTransactions?: boolean;
  /** Only rows with these values, for example the bookings of a person: few enough to count where no combined counter exists. */
  readonly fixedFilters?: readonly FixedFilter[];
  /** Only rows for which these conditions of the shape hold. */
  readonly flags?: readonly string[];
  /** Only rows of these days of the business, both included; null or missing for all. */
  readonly days?: DayRange | null;
  /** Only rows dated before this instant, few enough to count; null or missing for all. */
  readonly before?: Date | null;
  /** Only these rows, which were marked one by one (VIEW-07); null or missing for all. */
  readonly ids?: readonly string[] | null;
  /** `date` or an order of the shape, descending with a "-" before it; null or missing for the newest first. */
  readonly sort?: string | null;
}

/** The page and the filters of a request. */
export interface ListInput extends ListFilters, PageInput {}

/** Rows with a value in a column. */
export interface FixedFilter {
  readonly column: string;
  readonly id: string;
}

/** Two days of the business, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** The range of two days of which either may be open; null for all days. */
export const dayRange = ({ from, to }: { from: string | null; to: string | null }): DayRange | null =>
  from === null && to === null ? null : { from: from ?? '1900-01-01', to: to ?? '9999-12-30' };
