import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * The width of an element's content box in px, measured before the first paint and whenever it changes.
 * @returns null until the element is there
 */
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
