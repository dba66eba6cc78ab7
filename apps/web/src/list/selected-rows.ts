import type { MarkedList } from '@wayside/contract/selections';
import type { Permission } from '@wayside/contract/wire/permissions';
import type { ReactNode } from 'react';
import type { ListView } from './list-url.ts';

/** The marked rows of a list, for what can be done with them. */
export interface SelectedRows<F extends string> {
  /** The rows that were marked one by one; null for all that match the view. */
  readonly ids: readonly string[] | null;
  readonly view: ListView<F>;
  readonly count: number;
  readonly clear: () => void;
}

/** What can be done with marked rows besides exporting them (VIEW-07). */
export interface SelectableRows<F extends string> {
  readonly list: MarkedList;
  readonly actions?: {
    /** Who may do it; without it, and without the export, rows cannot be marked. */
    readonly permission: Permission;
    readonly show: (marked: SelectedRows<F>) => ReactNode;
  };
}
