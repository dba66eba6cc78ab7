import { Link } from '@tanstack/react-router';
import { ChevronsLeft, Inbox, SearchX } from 'lucide-react';
import { Button, buttonLook } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import type { ListLabels } from './list-labels.ts';
import type { ListSearch } from './list-url.ts';

/** Of what was asked for, what says why there are no rows. */
export interface ListQuestion {
  search: string;
  isNarrowed: boolean;
  page: number;
}

export interface ListNothingProps extends ListQuestion {
  words: ListLabels;
  pageCount: number;
  onClear: () => void;
  searchOfPage: (page: number) => ListSearch;
}

/** A page without rows: nothing there yet, nothing that matches, or a page beyond the last, each with the way out. */
export function ListNothing({
  words,
  search,
  isNarrowed,
  page,
  pageCount,
  onClear,
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
  if (!isNarrowed) return <EmptyState icon={<Inbox className="size-5" />} title={words.empty} />;
  return (
    <EmptyState
      icon={<SearchX className="size-5" />}
      title={typeof words.noMatch === 'string' ? words.noMatch : words.noMatch(search)}
    >
      <Button onClick={onClear}>Clear filters</Button>
    </EmptyState>
  );
}
