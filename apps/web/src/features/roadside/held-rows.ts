import type { Emergency } from '@wayside/contract/roadside';
import { type RefObject, useEffect, useState } from 'react';

/** How long a row counts as in use after the last pointer movement or key press in it. */
const IN_USE_MS = 10_000;

/**
 * Sorts rows in the server's order, but keeps the places of the row in use and the rows above it (DESK-01).
 * @param held ids of the shown rows, down to the row in use
 */
export function keepHeldRows<E extends Pick<Emergency, 'id'>>(
  rows: readonly E[],
  held: readonly string[],
): readonly E[] {
  if (held.length === 0) return rows;
  const kept = held.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  return [...kept, ...rows.filter(({ id }) => !held.includes(id))];
}

const NOTHING: readonly string[] = [];

/** Returns the ids of the rows that currently keep their places. */
export function useHeldRows(list: RefObject<HTMLElement | null>): readonly string[] {
  const [held, setHeld] = useState(NOTHING);
  useEffect(() => {
    const { current } = list;
    if (current === null) return undefined;
    let timer = 0;
    const release = () => {
      clearTimeout(timer);
      setHeld(NOTHING);
    };
    const hold = ({ target }: Event) => {
      const used = target instanceof Element ? target.closest<HTMLElement>('[data-record]') : null;
      if (used === null) return;
      clearTimeout(timer);
      timer = window.setTimeout(release, IN_USE_MS);
      const shown = [...current.querySelectorAll<HTMLElement>('[data-record]')];
      const ids = shown.slice(0, shown.indexOf(used) + 1).map(({ dataset }) => dataset['record'] ?? '');
      setHeld((before) => (before.at(-1) === ids.at(-1) ? before : ids));
    };
    const ended = new AbortController();
    for (const event of ['pointermove', 'pointerdown', 'focusin', 'keydown'] as const)
      current.addEventListener(event, hold, { signal: ended.signal });
    current.addEventListener('pointerleave', release, { signal: ended.signal });
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [list]);
  return held;
}
