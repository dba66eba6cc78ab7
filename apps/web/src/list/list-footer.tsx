import { Link } from '@tanstack/react-router';
import { PAGE_SIZE } from '@wayside/contract/wire/paging';
import { formatCount } from '../lib/format.ts';
import { Pagination } from '../ui/pagination.tsx';
import type { ListSearch } from './list-url.ts';

export interface ListFooterProps {
  /** The page that is asked for. */
  page: number;
  /** The page whose rows are shown until that one is there. */
  shownPage: number;
  pageCount: number;
  total: number;
  /** Nobody knows how many there are in all. */
  isOpenEnded: boolean;
  /** "bookings" */
  noun: string;
  searchOfPage: (page: number) => ListSearch;
}

/** "Showing 1 to 10 of 12 bookings" and the links to the pages, with more than one page (BOOK-07). */
export function ListFooter({
  page,
  shownPage,
  pageCount,
  total,
  isOpenEnded,
  noun,
  searchOfPage,
}: ListFooterProps) {
  if (pageCount <= 1) return null;
  const first = (shownPage - 1) * PAGE_SIZE + 1;
  const last = Math.min(shownPage * PAGE_SIZE, total);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-2.5">
      <p className="numeric text-sm text-ink-soft">
        Showing {formatCount(first)} to {formatCount(last)} {!isOpenEnded && `of ${formatCount(total)} `}
        {noun}
      </p>
      <Pagination
        page={page}
        pageCount={pageCount}
        label={`Pages of ${noun}`}
        renderLink={(target, props) => (
          // Exact: an address without a page is part of every other, and would be marked as the present page too.
          <Link
            to="."
            search={searchOfPage(target)}
            resetScroll={false}
            activeOptions={{ exact: true }}
            {...props}
          />
        )}
      />
    </div>
  );
}
