import { X } from 'lucide-react';
import { formatCount } from '../lib/format.ts';

/** Something that narrows the list, and how to take it away. */
export interface ActiveFilter {
  /** "Status: Pending" */
  readonly text: string;
  readonly onRemove: () => void;
}

export interface ListHeadingProps {
  heading: string;
  /** Undefined until it is known. */
  total: number | undefined;
  isOpenEnded: boolean;
  page: number;
  /** Null for a list that comes whole. */
  pageCount: number | null;
  active: readonly ActiveFilter[];
}

/** "All Bookings (12)", "page 1 of 2" and the active filters (BOOK-03). */
export function ListHeading({ heading, total, isOpenEnded, page, pageCount, active }: ListHeadingProps) {
  const last = Math.max(1, pageCount ?? 0);
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5">
      <h2 className="numeric font-semibold">
        {heading}
        {total !== undefined && !isOpenEnded && ` (${formatCount(total)})`}
      </h2>
      {total !== undefined && pageCount !== null && (
        <p className="numeric text-sm text-ink-faint">
          {isOpenEnded
            ? `page ${formatCount(page)}`
            : `page ${formatCount(Math.min(page, last))} of ${formatCount(last)}`}
        </p>
      )}
      {active.length > 0 && (
        // At the far edge or on a line of its own: the total comes later, and would move it.
        <ul aria-label="Active filters" className="flex min-w-0 flex-wrap gap-1.5 max-md:basis-full md:ml-auto">
          {active.map((filter) => (
            <li key={filter.text} className="min-w-0">
              <button
                type="button"
                onClick={filter.onRemove}
                aria-label={`${filter.text}, remove filter`}
                className="flex h-6 max-w-64 items-center gap-1 rounded-full bg-accent-soft pr-1.5 pl-2.5 text-xs font-medium text-accent-text touch:h-11 touch:px-4"
              >
                <span className="truncate">{filter.text}</span>
                <X aria-hidden="true" className="size-3 shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
