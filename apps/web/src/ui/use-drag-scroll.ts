import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Lets a mouse drag what is larger than its box, and keeps the middle where it was when the content grows.
 * @param scale of the content; a change of it moves nothing but the edges
 * @returns the ref of the box that scrolls
 */
export function useDragScroll(scale: number): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const middle = useRef({ x: 0.5, y: 0.5 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scale is what the content has just grown by
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    box.scrollLeft = middle.current.x * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = middle.current.y * box.scrollHeight - box.clientHeight / 2;
  }, [scale]);

  useEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    box.addEventListener(
      'scroll',
      () => {
        middle.current = {
          x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
          y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
        };
      },
      { signal, passive: true },
    );
    box.addEventListener(
      'pointerdown',
      (event) => {
        if (event.pointerType === 'mouse' && event.button === 0) box.setPointerCapture(event.pointerId);
      },
      { signal },
    );
    box.addEventListener(
      'pointermove',
      (event) => {
        if (box.hasPointerCapture(event.pointerId)) box.scrollBy(-event.movementX, -event.movementY);
      },
      { signal },
    );
    return () => stop.abort();
  }, []);
  return ref;
}
