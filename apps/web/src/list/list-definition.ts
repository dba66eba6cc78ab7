import type { ReactNode } from 'react';
import { type Message, msg, type Noun } from '../languages/text.ts';
import type { RowSelection } from './row-selection.tsx';

/** All texts of a list, from the requirements of its screen. */
export interface ListLabels {
  readonly title: Message;
  readonly subtitle?: Message;
  /** Heading and name of the table: "All Bookings" is shown as "All Bookings (12)". */
  readonly heading: Message;
  /** "booking", "bookings": for "Showing 1 to 10 of 12 bookings". */
  readonly noun: Noun;
  readonly search?: Message;
  /** Its placeholder on our server (BOOK-15). */
  readonly searchHint?: Message;
  readonly empty: Message;
  readonly noMatch: Message | ((search: string) => string);
  readonly error: {
    readonly title: Message;
    /** The message for a response with status false and no message (ERR-01). */
    readonly rejected: Message;
    readonly exception: Message;
    readonly retry: Message;
    /** A card in place of the list, or the alert bar above it (PAYO-06); a card by default. */
    readonly place?: 'card' | 'bar';
  };
}

/** The texts of a failed load. @param exception the same as `rejected` if the screen does not distinguish them */
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
  /** It filters the loaded page, and not the list. */
  readonly isOfPage?: boolean;
}

/** The date range filter of a list (VIEW-01). */
export interface DaysFilter {
  /** Label of the date range combobox: "Booked". */
  readonly label: Message;
}

/** A filter that only a link sets: the rows of one person, or those that wait. Shown among the active filters. */
export interface FixedFilter<F extends string, Row> {
  readonly key: F;
  readonly label: Message;
  /** How its value reads, where it has only one. */
  readonly value?: () => string;
  /** Reads the person's name from one of their rows. */
  readonly nameIn?: (row: Row) => string | null | undefined;
}

export interface ColumnSort {
  /** Its name in the address: "amount", and "-amount" for the falling order. */
  readonly name: string;
  readonly falling: Message;
  readonly rising: Message;
}

export const SORT_BY_DATE: ColumnSort = { name: 'date', falling: msg('Newest First'), rising: msg('Oldest First') };

/** @param falling "Highest Amount First" */
export const sortByAmount = (name: string, falling: Message, rising: Message): ColumnSort => ({
  name,
  falling,
  rising,
});

export interface ListColumn<Row> {
  readonly header: Message;
  /** "16%" of the table, "7rem", or "auto". */
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

/** A row where the list is too narrow for a table. */
export interface ListCard {
  readonly id: ReactNode;
  readonly person: ReactNode;
  readonly amount?: ReactNode;
  readonly status?: ReactNode;
  readonly more?: ReactNode;
}

/** How the rows of a list are drawn, as a table and as cards. */
export interface ListRows<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly card: (row: Row) => ListCard;
  readonly idOf: (row: Row) => string;
  /** Names the record for assistive technology, behind an action: "booking 0a1b2c". */
  readonly nameOf: (row: Row) => string;
  /** Buttons of a row, after "View details"; none for a record without an id. */
  readonly actions?: (row: Row) => ReactNode;
  /** The buttons themselves report a record without an id (PART-03). */
  readonly hasActionsWithoutId?: boolean;
  /** Marks rows by a checkbox before the first column (VIEW-07); without it, there is none. */
  readonly marks?: RowSelection | undefined;
  readonly actionsWidth?: string;
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly addressOf?: ((row: Row) => string) | undefined;
}
