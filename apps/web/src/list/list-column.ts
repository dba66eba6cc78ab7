import type { ReactNode } from 'react';

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
