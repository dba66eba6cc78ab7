import { type ChangeEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { t } from '../languages/text.ts';
import { cn } from '../ui/cn.ts';
import { toast } from '../ui/toast.ts';

/** The selection of a list, as used by its rows (VIEW-07). */
export interface RowSelection {
  readonly isSelected: (id: string) => boolean;
  /** @param isRange changes all rows from the last selected one to this one */
  readonly select: (id: string, isOn: boolean, isRange: boolean) => void;
  readonly pageState: 'none' | 'some' | 'all';
  readonly selectPage: (isOn: boolean) => void;
}

export interface Selection extends RowSelection {
  /** The selected rows; empty while all matching rows are selected. */
  readonly ids: ReadonlySet<string>;
  /** Whether all matching rows on all pages are selected. */
  readonly isAll: boolean;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

interface State {
  readonly ids: ReadonlySet<string>;
  /** The search and filters for which all matching rows are selected. */
  readonly allFilterKey: string | null;
}

const EMPTY_SELECTION: State = { ids: new Set(), allFilterKey: null };

/**
 * Holds the selection of rows. Individually selected rows stay selected when page, search or filters change; a
 * selection of all matching rows does not.
 * @param filterKey the search and the filters
 */
export function useSelection(pageIds: readonly string[], filterKey: string): Selection {
  const [{ ids, allFilterKey }, setSelection] = useState(EMPTY_SELECTION);
  const last = useRef<string | null>(null);
  const isAll = allFilterKey === filterKey;
  const isOutdated = allFilterKey !== null && !isAll;
  useEffect(() => {
    if (!isOutdated) return;
    setSelection(EMPTY_SELECTION);
    toast({ tone: 'info', title: t('The selection was cleared because the search changed.') });
  }, [isOutdated]);
  const isIdSelected = (id: string) => isAll || ids.has(id);
  const count = pageIds.filter(isIdSelected).length;

  const change = (changed: readonly string[], isOn: boolean) => {
    if (isAll) toast({ tone: 'info', title: t('Only the rows of this page stay selected.') });
    const next = new Set(isAll ? pageIds : ids);
    for (const id of changed) {
      if (isOn) next.add(id);
      else next.delete(id);
    }
    setSelection({ ids: next, allFilterKey: null });
  };
  const range = (id: string): readonly string[] => {
    const [from, to] = [pageIds.indexOf(last.current ?? ''), pageIds.indexOf(id)].toSorted((a, b) => a - b);
    return from === undefined || to === undefined || from < 0 ? [id] : pageIds.slice(from, to + 1);
  };
  return {
    ids: isAll ? EMPTY_SELECTION.ids : ids,
    isAll,
    isSelected: isIdSelected,
    pageState: pageStateOf(count, pageIds.length),
    select: (id, isOn, isRange) => {
      change(isRange ? range(id) : [id], isOn);
      last.current = id;
    },
    selectPage: (isOn) => change(pageIds, isOn),
    selectAll: () => setSelection({ ids: EMPTY_SELECTION.ids, allFilterKey: filterKey }),
    clear: () => setSelection(EMPTY_SELECTION),
  };
}

function pageStateOf(selected: number, rows: number): RowSelection['pageState'] {
  if (selected === 0) return 'none';
  return selected < rows ? 'some' : 'all';
}

// The checkbox has no label element, which saves a DOM node per row.
const BOX = 'block size-4 shrink-0 cursor-pointer accent-accent';

const hasShift = ({ nativeEvent }: ChangeEvent) => 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;

interface SelectionBoxProps {
  selection: RowSelection;
  id: string;
  name: string;
  className?: string;
}

/** Checkbox that selects a row. With Shift, it selects all rows from the previously selected one (VIEW-07). */
export function SelectionBox({ selection, id, name, className }: SelectionBoxProps) {
  return (
    <input
      type="checkbox"
      data-mark=""
      aria-label={t('Select {name}', { name })}
      className={cn(BOX, className)}
      checked={selection.isSelected(id)}
      onChange={(event) => selection.select(id, event.target.checked, hasShift(event))}
    />
  );
}

/** Checkbox that selects the whole page; it is indeterminate while only some rows are selected. */
export function PageSelectionBox({ marks: selection, className }: { marks: RowSelection; className?: string }) {
  const { pageState, selectPage: markPage } = selection;
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = pageState === 'some';
      }}
      type="checkbox"
      aria-label={t('Select all rows on this page')}
      className={cn(BOX, className)}
      checked={pageState === 'all'}
      onChange={() => markPage(pageState !== 'all')}
    />
  );
}

/** Click handler of the cell around a checkbox: a click beside the box toggles it. */
export function clickBox({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (target === currentTarget) currentTarget.querySelector('input')?.click();
}
