import { type RefObject, useEffect } from 'react';
import { isShortcut } from '../ui/focus.ts';

const ROW = '[data-record]';
const MARK = 'input[data-mark]';

/** Moves between the rows of a list by j and k; marks the row that has the focus by x and opens it by Enter (VIEW-06). */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (list.current && isShortcut(event) && press(list.current, event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [list]);
}

/** @returns whether the key is one of the list's */
function press(list: HTMLElement, key: string): boolean {
  const rows = [...list.querySelectorAll<HTMLElement>(ROW)];
  const { activeElement } = document;
  const place = rows.findIndex((row) => row.contains(activeElement));
  const row = rows[place];
  if (key === 'Enter' && row !== undefined && row === activeElement) {
    row.click();
    return true;
  }
  if (key === 'x') {
    const box = row?.querySelector<HTMLElement>(MARK);
    box?.click();
    return box != null;
  }
  if (key !== 'j' && key !== 'k') return false;
  const next = rows[key === 'j' ? place + 1 : Math.max(0, place - 1)];
  // Rows are no stops of Tab: their buttons are.
  if (next) next.tabIndex = -1;
  next?.focus();
  return true;
}
