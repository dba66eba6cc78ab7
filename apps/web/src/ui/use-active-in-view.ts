import { type RefObject, useLayoutEffect } from 'react';

/**
 * Scrolls a row of tabs or links sideways so that the active one is centred.
 * @param active any value that changes with the active tab or link
 */
export function useActiveInView(row: RefObject<HTMLElement | null>, active: string | number | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `active` is the trigger
  useLayoutEffect(() => {
    const { current } = row;
    const tab = current?.querySelector('[aria-current="page"], [aria-selected="true"]');
    if (!current || !tab || current.scrollWidth <= current.clientWidth) return;
    const [place, room] = [tab.getBoundingClientRect(), current.getBoundingClientRect()];
    current.scrollLeft += place.left + place.width / 2 - (room.left + room.width / 2);
  }, [row, active]);
}
