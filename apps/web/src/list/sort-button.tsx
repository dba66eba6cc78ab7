import { ArrowDown, ArrowUp } from 'lucide-react';
import { cn } from '../ui/cn.ts';
import type { ColumnSort } from './list-definition.ts';

/** How a column is ordered, for assistive technology; undefined where it is not. */
export function sortedBy(
  column: ColumnSort | undefined,
  sort: string | undefined,
): 'ascending' | 'descending' | undefined {
  if (column === undefined || sort?.replace('-', '') !== column.name) return undefined;
  return sort.startsWith('-') ? 'descending' : 'ascending';
}

interface SortButtonProps {
  column: ColumnSort;
  /** The order in force. */
  sort: string | undefined;
  isEnd: boolean;
  onSort: (sort: string) => void;
  children: string;
}

/** A column's heading that orders the list, first falling, then rising (VIEW-02). */
export function SortButton({ column, sort, isEnd, onSort, children }: SortButtonProps) {
  const sorted = sortedBy(column, sort);
  const isFalling = sorted !== 'descending';
  const Arrow = sorted === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      data-tip={isFalling ? column.falling : column.rising}
      onClick={() => onSort(isFalling ? `-${column.name}` : column.name)}
      className={cn(
        'inline-flex min-h-7 max-w-full items-center rounded-sm leading-4 wrap-normal whitespace-normal hover:text-ink',
        isEnd ? 'flex-row-reverse text-right' : 'text-left',
        sorted && 'text-ink',
      )}
    >
      {children}
      {sorted && <Arrow aria-hidden="true" className="size-3 shrink-0" />}
    </button>
  );
}
