import { useState } from 'react';

const ZOOMS = [1, 1.25, 1.5, 2, 3, 4, 6] as const;
const FITTED = { step: 0, quarterTurns: 0 };

/** Which of some documents is looked at, and how. */
export interface DocumentView {
  readonly index: number;
  readonly zoom: number;
  readonly quarterTurns: number;
  readonly canZoomIn: boolean;
  readonly canZoomOut: boolean;
  /** Looks at a document, fitted. */
  readonly select: (index: number) => void;
  /** Steps on by so many, round and round. */
  readonly move: (steps: number) => void;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly rotate: () => void;
  readonly fit: () => void;
}

/** The state of a viewer over some documents; it begins at the first that is there. */
export function useDocumentView(documents: readonly { readonly url: string | null }[]): DocumentView {
  const [view, setView] = useState(() => ({
    index: Math.max(
      0,
      documents.findIndex(({ url }) => url !== null),
    ),
    ...FITTED,
  }));
  const count = documents.length;
  const change = (changes: Partial<typeof view>) => setView((now) => ({ ...now, ...changes }));
  const zoomBy = (steps: number) =>
    setView((now) => ({ ...now, step: Math.min(Math.max(now.step + steps, 0), ZOOMS.length - 1) }));
  return {
    index: view.index,
    zoom: ZOOMS[view.step] ?? 1,
    quarterTurns: view.quarterTurns,
    canZoomIn: view.step < ZOOMS.length - 1,
    canZoomOut: view.step > 0,
    select: (index) => change({ index, ...FITTED }),
    move: (steps) => setView((now) => ({ index: (now.index + steps + count) % count, ...FITTED })),
    zoomIn: () => zoomBy(1),
    zoomOut: () => zoomBy(-1),
    rotate: () => setView((now) => ({ ...now, quarterTurns: now.quarterTurns + 1 })),
    fit: () => change(FITTED),
  };
}
