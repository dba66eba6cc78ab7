import type { ChangeEvent } from 'react';
import { cn } from '../ui/cn.ts';
import type { RowMarks } from './use-marks.ts';

/** The box takes clicks around it, too, so that a missed one opens no details. */
const AREA = 'flex cursor-pointer items-center justify-center select-none touch:min-h-11 touch:min-w-11';
const BOX = 'size-4 shrink-0 cursor-pointer accent-accent';

const hasShift = ({ nativeEvent }: ChangeEvent) => 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;

interface MarkBoxProps {
  marks: RowMarks;
  id: string;
  /** Of the record: "Ravi Kumar". */
  name: string;
  className?: string;
}

/** The checkbox that marks a row; with Shift all from the one before (VIEW-07). */
export function MarkBox({ marks, id, name, className }: MarkBoxProps) {
  return (
    <label className={cn(AREA, className)}>
      <input
        type="checkbox"
        data-mark=""
        aria-label={`Mark ${name}`}
        className={BOX}
        checked={marks.isMarked(id)}
        onChange={(event) => marks.mark(id, event.target.checked, hasShift(event))}
      />
    </label>
  );
}

/** The checkbox that marks the page; mixed while some of its rows are marked. */
export function PageMarkBox({ marks, className }: { marks: RowMarks; className?: string }) {
  const { pageState, markPage } = marks;
  return (
    <label className={cn(AREA, className)}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = pageState === 'some';
        }}
        type="checkbox"
        aria-label="Mark all rows on this page"
        className={BOX}
        checked={pageState === 'all'}
        onChange={() => markPage(pageState !== 'all')}
      />
    </label>
  );
}
