import type { MarkedList } from '@wayside/contract/exports';
import type { Permission } from '@wayside/contract/wire/permissions';
import type { ReactNode } from 'react';
import type { ListView } from './list-url.ts';

/** The selected rows of a list, for its actions. */
export interface SelectedRows<F extends string> {
  /** The rows that were selected one by one; null for all that match the view. */
  readonly ids: readonly string[] | null;
  readonly view: ListView<F>;
  readonly count: number;
  readonly clear: () => void;
}

/** The actions on selected rows, in addition to their export (VIEW-07). */
export interface SelectableRows<F extends string> {
  readonly list: MarkedList;
  readonly actions?: {
    /** Without it, and without the export, rows cannot be selected. */
    readonly permission: Permission;
    readonly show: (selected: SelectedRows<F>) => ReactNode;
  };
}
