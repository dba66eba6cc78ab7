import type { ReactNode } from 'react';

/** Everything that a list says. Its screen writes it, from its requirements. */
export interface ListLabels {
  /** The screen's h1: "Bookings". */
  readonly title: string;
  readonly subtitle?: string;
  /** Above the table, with the total behind it: "All Bookings" reads "All Bookings (12)". It also names the table. */
  readonly heading: string;
  /** "booking", "bookings": for "Showing 1 to 10 of 12 bookings". */
  readonly noun: { readonly one: string; readonly many: string };
  /** Label of the search box; none hides it. */
  readonly search?: string;
  /** Nothing is there at all. */
  readonly empty: string;
  /** Nothing matches search and filters. */
  readonly noMatch: string | ((search: string) => string);
  readonly error: {
    readonly title: string;
    /** For an answer with status false, where the server does not say more (ERR-01). */
    readonly rejected: string;
    /** For everything else that can go wrong. */
    readonly exception: string;
    /** The word on the button: "Try Again". */
    readonly retry: string;
    /** Where it stands: in a card in place of the list, or in the alert bar above it (PAYO-06). */
    readonly place?: 'card' | 'bar';
  };
}

/** A filter of the list; the first option is "all" and stands for no filter. */
export interface ListFilter<F extends string> {
  readonly key: F;
  /** Accessible name of the combobox: "Status". */
  readonly label: string;
  /** "All Status". */
  readonly all: string;
  /** In the order they are shown; the values are those of the list's address. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A person whose rows alone are listed; reached by a link, shown with the active filters. */
export interface FixedFilter<F extends string, Row> {
  readonly key: F;
  /** "Customer" */
  readonly label: string;
  /** Their name, as a row of theirs has it. */
  readonly nameIn: (row: Row) => string | null | undefined;
}

/** A column of a list's table. */
export interface ListColumn<Row> {
  /** Its header, unique in the table. */
  readonly header: string;
  /** Share of the table's width: "16%". */
  readonly width: string;
  /** `end` for figures, which are also set in tabular digits. */
  readonly align?: 'end';
  /** Lines of text in a cell, so that the skeleton has the same height; 1 by default. */
  readonly lines?: 1 | 2 | 3;
  /** How its cells look. */
  readonly className?: string;
  readonly cell: (row: Row) => ReactNode;
}

/** What a row becomes under 768 px. */
export interface ListCard {
  /** The id, or what stands for it. */
  readonly id: ReactNode;
  /** Whom it is about. */
  readonly person: ReactNode;
  readonly amount?: ReactNode;
  readonly status?: ReactNode;
  /** One or two quiet lines more. */
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
  /** The buttons say themselves what is wrong with a record without an id (PART-03). */
  readonly hasActionsWithoutId?: boolean;
  /** Marks the column of the actions as wide as they are: "9rem"; 5rem by default. */
  readonly actionsWidth?: string;
  /** Opens the details of a row; none leaves rows without. */
  readonly onOpen?: ((row: Row) => void) | undefined;
}
