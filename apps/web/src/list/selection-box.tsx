import type { ChangeEvent, MouseEvent } from 'react';
import { cn } from '../ui/cn.ts';
import type { RowSelection } from './use-selection.ts';

// No label around it: a list has a node less for each row, and its cell takes the clicks around it.
const BOX = 'block size-4 shrink-0 cursor-pointer accent-accent';

const hasShift = ({ nativeEvent }: ChangeEvent) => 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;

interface SelectionBoxProps {
  marks: RowSelection;
  id: string;
  /** Of the record: "Ravi Kumar". */
  name: string;
  className?: string;
}

/** The checkbox that selects a row; with Shift all rows from the previous one (VIEW-07). */
export function SelectionBox({ marks, id, name, className }: SelectionBoxProps) {
  return (
    <input
      type="checkbox"
      data-mark=""
      aria-label={`Select ${name}`}
      className={cn(BOX, className)}
      checked={marks.isSelected(id)}
      onChange={(event) => marks.select(id, event.target.checked, hasShift(event))}
    />
  );
}

/** The checkbox that selects the page; mixed while some of its rows are selected. */
export function PageSelectionBox({ marks, className }: { marks: RowSelection; className?: string }) {
  const { pageState, selectPage: markPage } = marks;
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = pageState === 'some';
      }}
      type="checkbox"
      aria-label="Select all rows on this page"
      className={cn(BOX, className)}
      checked={pageState === 'all'}
      onChange={() => markPage(pageState !== 'all')}
    />
  );
}

/** For the cell or the label around a checkbox: a click beside the box toggles it, too. */
export function clickBox({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (target === currentTarget) currentTarget.querySelector('input')?.click();
}
