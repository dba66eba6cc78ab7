import { useEffect, useRef, useState } from 'react';
import { toast } from '../ui/toast.ts';

/** The marks of a list as its rows show and change them (VIEW-07). */
export interface RowSelection {
  readonly isSelected: (id: string) => boolean;
  /** @param isRange marks, or unmarks, all rows of the page from the one that was marked last to this one */
  readonly select: (id: string, isOn: boolean, isRange: boolean) => void;
  readonly pageState: 'none' | 'some' | 'all';
  readonly selectPage: (isOn: boolean) => void;
}

/** The marked rows of a list. */
export interface Selection extends RowSelection {
  /** The marked rows; none of them while all that match are marked. */
  readonly ids: ReadonlySet<string>;
  /** Whether all that match are marked, on all pages. */
  readonly isAll: boolean;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

interface State {
  readonly ids: ReadonlySet<string>;
  /** The search and filters under which all that match are marked. */
  readonly allUnder: string | null;
}

const NOTHING: State = { ids: new Set(), allUnder: null };

/**
 * Marks rows. They stay while pages, search and filters change; all that match are those of a search and its filters, and are
 * forgotten when these change.
 * @param pageIds the rows that can be marked on the page
 * @param under the search and the filters
 */
export function useSelection(pageIds: readonly string[], under: string): Selection {
  const [{ ids, allUnder }, setSelection] = useState(NOTHING);
  const last = useRef<string | null>(null);
  const isAll = allUnder === under;
  const isForgotten = allUnder !== null && !isAll;
  useEffect(() => {
    if (!isForgotten) return;
    setSelection(NOTHING);
    toast({ tone: 'info', title: 'Nothing is marked any more: all that matched another search were.' });
  }, [isForgotten]);
  const isMarked = (id: string) => isAll || ids.has(id);
  const count = pageIds.filter(isMarked).length;

  /** What was marked as a part of all is marked by itself from here on, on this page. */
  const change = (changed: readonly string[], isOn: boolean) => {
    if (isAll) toast({ tone: 'info', title: 'Only the rows of this page stay marked.' });
    const next = new Set(isAll ? pageIds : ids);
    for (const id of changed) {
      if (isOn) next.add(id);
      else next.delete(id);
    }
    setSelection({ ids: next, allUnder: null });
  };
  const range = (id: string): readonly string[] => {
    const [from, to] = [pageIds.indexOf(last.current ?? ''), pageIds.indexOf(id)].toSorted((a, b) => a - b);
    return from === undefined || to === undefined || from < 0 ? [id] : pageIds.slice(from, to + 1);
  };
  return {
    ids: isAll ? NOTHING.ids : ids,
    isAll,
    isSelected: isMarked,
    pageState: pageStateOf(count, pageIds.length),
    select: (id, isOn, isRange) => {
      change(isRange ? range(id) : [id], isOn);
      last.current = id;
    },
    selectPage: (isOn) => change(pageIds, isOn),
    selectAll: () => setSelection({ ids: NOTHING.ids, allUnder: under }),
    clear: () => setSelection(NOTHING),
  };
}

function pageStateOf(marked: number, rows: number): RowSelection['pageState'] {
  if (marked === 0) return 'none';
  return marked < rows ? 'some' : 'all';
}
