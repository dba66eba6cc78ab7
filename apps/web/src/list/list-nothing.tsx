import { Link } from '@tanstack/react-router';
import { ChevronsLeft, Inbox, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, buttonLook } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import type { ListLabels } from './list-definition.ts';
import type { ListSearch } from './list-url.ts';

/** The part of a request that explains why there are no rows. */
export interface ListQuestion {
  search: string;
  isNarrowed: boolean;
  page: number;
}

interface ListNothingProps extends ListQuestion {
  labels: ListLabels;
  /** What one can do where there is no record yet: one button. */
  emptyAction?: ReactNode;
  isReversed?: boolean;
  pageCount: number;
  /** Clears search and filters. */
  onClose: () => void;
  /** Leads to the same search without filters; null where there are none. */
  searchAlone: ListSearch | null;
  searchOfPage: (page: number) => ListSearch;
}

/** A page without rows: an empty list, no match, days that end before they begin, or a page beyond the last, each with a way out. */
export function ListNothing({
  labels,
  emptyAction,
  isReversed = false,
  search,
  isNarrowed,
  page,
  pageCount,
  onClose,
  searchAlone,
  searchOfPage,
}: ListNothingProps) {
  if (pageCount > 0 && page > pageCount) {
    return (
      <EmptyState
        icon={<ChevronsLeft className="size-5" />}
        title={`There is no page ${page}; the last one is page ${pageCount}.`}
      >
        <Link to="." search={searchOfPage(pageCount)} className={buttonLook()}>
          Go to the last page
        </Link>
      </EmptyState>
    );
  }
  const noMatch = typeof labels.noMatch === 'string' ? labels.noMatch : labels.noMatch(search);
  if (!isNarrowed && !isReversed)
    return (
      <EmptyState icon={<Inbox className="size-5" />} title={labels.empty}>
        {emptyAction}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<SearchX className="size-5" />}
      title={isReversed ? 'The range ends before it begins' : noMatch}
    >
      <div className="flex flex-wrap justify-center gap-2">
        {searchAlone && (
          <Link to="." search={searchAlone} resetScroll={false} className={buttonLook()}>
            Search without filters
          </Link>
        )}
        <Button onClick={onClose}>Clear filters</Button>
      </div>
    </EmptyState>
  );
}
