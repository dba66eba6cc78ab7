import { type RefObject, useLayoutEffect } from 'react';

/**
 * A retry that works takes its own button away: the focus on it goes to the nearest place around it that can have it,
 * the list, the dialog's text or the page's content, where what was loaded stands now.
 */
export function useNearbyFocus(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const leaving = element.current;
    return () => {
      if (!leaving?.contains(document.activeElement)) return;
      const place = leaving.parentElement?.closest<HTMLElement>('[tabindex]');
      queueMicrotask(() => place?.isConnected && place.focus({ preventScroll: true }));
    };
  }, [element]);
}
