import type { ReactNode } from 'react';
import { type Message, msg, type Noun } from '../languages/text.ts';
import type { RowSelection } from './row-selection.tsx';

/** All texts of a list, as required by its screen. */
export interface ListLabels {
  readonly title: Message;
  readonly subtitle?: Message;
  /** The heading and the accessible name of the table: "All Bookings" appears as "All Bookings (12)". */
  readonly heading: Message;
  /** "booking", "bookings", as in "Showing 1 to 10 of 12 bookings". */
  readonly noun: Noun;
  readonly search?: Message;
  /** The placeholder of the search field with our server (BOOK-15). */
  readonly searchHint?: Message;
  readonly empty: Message;
  readonly noMatch: Message | ((search: string) => string);
  readonly error: {
    readonly title: Message;
    /** The message for a response with status false and no message (ERR-01). */
    readonly rejected: Message;
    readonly exception: Message;
    readonly retry: Message;
    /** A card that replaces the list (default), or the alert bar above it (PAYO-06). */
    readonly place?: 'card' | 'bar';
  };
}

/** Returns the texts of a failed load. @param exception same as `rejected` if the screen does not distinguish them */
export const loadError = (title: Message, rejected: Message, exception = rejected): ListLabels['error'] => ({
  title,
  rejected,
  exception,
  retry: msg('Try Again'),
});

/** A filter of the list; the first option is "all" and means no filter. */
export interface ListFilter<F extends string> {
  readonly key: F;
  readonly label: Message;
  readonly all: Message;
  readonly options: readonly { readonly value: string; readonly label: Message }[];
  /** Whether the filter applies only to the loaded page, not to the whole list. */
  readonly isOfPage?: boolean;
}

/** The date range filter of a list (VIEW-01). */
export interface DaysFilter {
  /** Label of the date range combobox, such as "Booked". */
  readonly label: Message;
}

/**
 * A filter that only a link can set, for example the rows of one person or the pending ones. It appears among the
 * active filters.
 */
export interface FixedFilter<F extends string, Row> {
  readonly key: F;
  readonly label: Message;
  /** Returns the text of its value if only one value exists. */
  readonly value?: () => string;
  /** Returns the person's name from one of their rows. */
  readonly nameIn?: (row: Row) => string | null | undefined;
}

export interface ColumnSort {
  /** The name in the URL, such as "amount"; "-amount" sorts in descending order. */
  readonly name: string;
  readonly falling: Message;
  readonly rising: Message;
}

export const SORT_BY_DATE: ColumnSort = { name: 'date', falling: msg('Newest First'), rising: msg('Oldest First') };

/** @param falling label of the descending order, such as "Highest Amount First" */
export const sortByAmount = (name: string, falling: Message, rising: Message): ColumnSort => ({
  name,
  falling,
  rising,
});

export interface ListColumn<Row> {
  readonly header: Message;
  /** For example "16%" of the table, "7rem", or "auto". */
  readonly width: string;
  /** `end` for numbers, which also get tabular digits. */
  readonly align?: 'end';
  /** Hidden in a narrow table (PEOP-05). */
  readonly isSecondary?: boolean;
  readonly lines?: 1 | 2 | 3;
  readonly sort?: ColumnSort;
  readonly className?: string;
  readonly cell: (row: Row) => ReactNode;
}

/** A row's card, shown if the list is too narrow for a table. */
export interface ListCard {
  readonly id: ReactNode;
  readonly person: ReactNode;
  readonly amount?: ReactNode;
  readonly status?: ReactNode;
  readonly more?: ReactNode;
}

/** How the rows of a list are rendered, as a table and as cards. */
export interface ListRows<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly card: (row: Row) => ListCard;
  readonly idOf: (row: Row) => string;
  /** Returns the accessible name of a record, which follows the name of an action: "booking 0a1b2c". */
  readonly nameOf: (row: Row) => string;
  /** Buttons of a row, after "View details". A record without an id has none. */
  readonly actions?: (row: Row) => ReactNode;
  /** Whether records without an id have buttons too, which report the missing id (PART-03). */
  readonly hasActionsWithoutId?: boolean;
  /** The row selection (VIEW-07). If set, a checkbox column comes first. */
  readonly selection?: RowSelection | undefined;
  readonly actionsWidth?: string;
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly addressOf?: ((row: Row) => string) | undefined;
}
