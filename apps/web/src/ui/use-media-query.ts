import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** Below this width, lists render as cards and dialogs as sheets. */
export const PHONE = '(max-width: 767.98px)';

/** Below this width, the details of an emergency are a sheet over the queue. */
export const NARROW = '(max-width: 1023.98px)';

/** Returns whether a media query matches, and rerenders when that changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}

/** Returns the width of an element's content box in px; null until the element is mounted. */
export function useBoxWidth(box: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
