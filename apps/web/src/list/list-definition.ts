import type { ReactNode } from 'react';
import type { RowSelection } from './row-selection.tsx';

/** All texts of a list, from the requirements of its screen. */
export interface ListLabels {
  /** The screen's h1: "Bookings". */
  readonly title: string;
  readonly subtitle?: string;
  /** Heading and name of the table: "All Bookings" is shown as "All Bookings (12)". */
  readonly heading: string;
  /** "booking", "bookings": for "Showing 1 to 10 of 12 bookings". */
  readonly noun: { readonly one: string; readonly many: string };
  /** Label of the search box; none hides it. */
  readonly search?: string;
  /** What the search box finds on our server, as its placeholder (BOOK-15). */
  readonly searchHint?: string;
  /** For a list without any record. */
  readonly empty: string;
  /** For a search or filter without a match. */
  readonly noMatch: string | ((search: string) => string);
  readonly error: {
    readonly title: string;
    /** For an answer with status false and no message (ERR-01). */
    readonly rejected: string;
    /** For every other failure. */
    readonly exception: string;
    /** Label of the button: "Try Again". */
    readonly retry: string;
    /** A card in place of the list, or the alert bar above it (PAYO-06); a card by default. */
    readonly place?: 'card' | 'bar';
  };
}

/** The texts of a failed load. @param exception the same as `rejected` where the screen does not tell the two apart */
export const loadError = (title: string, rejected: string, exception = rejected): ListLabels['error'] => ({
  title,
  rejected,
  exception,
  retry: 'Try Again',
});

/** A filter of the list; the first option is "all" and means no filter. */
export interface ListFilter<F extends string> {
  readonly key: F;
  /** Accessible name of the combobox: "Status". */
  readonly label: string;
  /** "All Status". */
  readonly all: string;
  /** In display order, with the values of the address. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** It filters the loaded page, and not the list. */
  readonly isOfPage?: boolean;
}

/** The days by which a list can be cut (VIEW-01). */
export interface DaysFilter {
  /** What the days are of; the name of the combobox: "Booked". */
  readonly label: string;
}

/** A filter that only a link sets: the rows of one person, or those that wait. Shown among the active filters. */
export interface FixedFilter<F extends string, Row> {
  readonly key: F;
  readonly label: string;
  /** How its value reads, where it has only one. */
  readonly value?: string;
  /** Reads the person's name from one of their rows. */
  readonly nameIn?: (row: Row) => string | null | undefined;
}

/** The two orders of a column. */
export interface ColumnSort {
  /** Its name in the address: "amount", and "-amount" for the falling order. */
  readonly name: string;
  readonly falling: string;
  readonly rising: string;
}

/** The orders by date; by default the newest comes first. */
export const SORT_BY_DATE: ColumnSort = { name: 'date', falling: 'Newest First', rising: 'Oldest First' };

export const sortByAmount = (name: string, noun: string): ColumnSort => ({
  name,
  falling: `Highest ${noun} First`,
  rising: `Lowest ${noun} First`,
});

export interface ListColumn<Row> {
  readonly header: string;
  /** Share of the table's width: "16%"; or as wide as its contents need, "7rem", beside columns of "auto" that share the rest. */
  readonly width: string;
  /** `end` for numbers, which also get tabular digits. */
  readonly align?: 'end';
  /** Hidden while a table has no room for all columns; the details of a row show it (PEOP-05). */
  readonly isSecondary?: boolean;
  /** Lines of text in a cell, so that the skeleton has the same height; 1 by default. */
  readonly lines?: 1 | 2 | 3;
  /** The orders that its heading sets (VIEW-02). */
  readonly sort?: ColumnSort;
  readonly className?: string;
  readonly cell: (row: Row) => ReactNode;
}

/** A row where the list is too narrow for a table. */
export interface ListCard {
  /** The id, or its substitute. */
  readonly id: ReactNode;
  /** The person of the record. */
  readonly person: ReactNode;
  readonly amount?: ReactNode;
  readonly status?: ReactNode;
  /** One or two secondary lines. */
  readonly more?: ReactNode;
}

/** How the rows of a list are drawn, as a table and as cards. */
export interface ListRows<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly card: (row: Row) => ListCard;
  readonly idOf: (row: Row) => string;
  /** Names the record for assistive technology, behind an action: "booking 0a1b2c". */
  readonly nameOf: (row: Row) => string;
  /** Buttons at the right of a row, behind "View details"; a record without an id has none. */
  readonly actions?: (row: Row) => ReactNode;
  /** The buttons themselves report a record without an id (PART-03). */
  readonly hasActionsWithoutId?: boolean;
  /** Marks rows by a checkbox before the first column (VIEW-07); without it, there is none. */
  readonly marks?: RowSelection | undefined;
  /** Width of the actions column: "9rem"; 5rem by default. */
  readonly actionsWidth?: string;
  /** Opens the details of a row; without it, rows have none. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** The address of the details of a row, for a new tab. */
  readonly addressOf?: ((row: Row) => string) | undefined;
}
