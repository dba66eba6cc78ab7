import type { ReactNode } from 'react';

/** Something to do. */
export interface MenuAction {
  readonly kind: 'action';
  readonly label: string;
  readonly icon?: ReactNode;
  readonly tone?: 'danger';
  readonly onSelect: () => void;
}

/** One of several, of which exactly one holds. */
export interface MenuChoice {
  readonly kind: 'choice';
  readonly label: string;
  readonly icon?: ReactNode;
  readonly checked: boolean;
  readonly onSelect: () => void;
}

/** A menu within the menu; opens on hover after 100 ms (NAV-07). */
export interface Submenu {
  readonly kind: 'submenu';
  readonly label: string;
  readonly icon?: ReactNode;
  readonly entries: readonly MenuEntry[];
}

/** A line of a menu. */
export type MenuEntry = MenuAction | MenuChoice | Submenu;
