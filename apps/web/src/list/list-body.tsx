import { PAGE_SIZE, type Page } from '@wayside/contract/wire/paging';
import { cn } from '../ui/cn.ts';
import { ProgressLine } from '../ui/progress-line.tsx';
import { PHONE, useMediaQuery } from '../ui/use-media-query.ts';
import { activeFilters } from './active-filters.ts';
import { ListCards } from './list-cards.tsx';
import type { ListRows } from './list-column.ts';
import { ListFooter } from './list-footer.tsx';
import { ListHeading } from './list-heading.tsx';
import type { FixedFilter, ListFilter, ListLabels } from './list-labels.ts';
import { ListNothing, type ListQuestion } from './list-nothing.tsx';
import { ListTable } from './list-table.tsx';
import { UnreadableNote } from './unreadable-note.tsx';
import type { ListState } from './use-list-url.ts';

export interface ListBodyProps<Row, F extends string> extends Omit<ListRows<Row>, 'onOpen'> {
  words: ListLabels;
  filters: readonly ListFilter<F>[];
  fixedFilters: readonly FixedFilter<F, Row>[];
  list: ListState<F>;
  /** Undefined while the first one loads; the one before while the next one does. */
  page: Page<Row> | undefined;
  /** What the page answers: not yet what is asked for now. */
  answered: ListQuestion;
  /** There is no such page: another one is on its way. */
  isLeaving: boolean;
  isRefetching: boolean;
  skeletonRows?: number;
  isWhole?: boolean;
  onClear: () => void;
  details?: unknown;
}

/** Heading, rows (or their skeleton, or why there are none) and pagination. */
export function ListBody<Row, F extends string>(props: ListBodyProps<Row, F>) {
  const { words, filters, list, page, answered, isLeaving, isRefetching, onClear } = props;
  const lastPage = Math.max(1, page?.pageCount ?? 0);
  const isBeyond = page?.rows.length === 0 && answered.page > lastPage && !isLeaving;
  const rows = isLeaving ? undefined : page?.rows;
  const isPhone = useMediaQuery(PHONE);
  const Rows = isPhone ? ListCards : ListTable;
  return (
    <>
      <ProgressLine active={isRefetching} />
      <ListHeading
        heading={words.heading}
        total={page?.total}
        isOpenEnded={page?.isOpenEnded === true}
        page={Math.min(answered.page, lastPage)}
        pageCount={props.isWhole || isBeyond ? null : (page?.pageCount ?? 0)}
        active={activeFilters(list, filters, props.fixedFilters, page?.rows)}
      />
      <div className={cn('transition-opacity', isRefetching && 'opacity-60')}>
        {page && rows?.length === 0 ? (
          <ListNothing
            words={words}
            {...answered}
            pageCount={page.pageCount}
            onClear={onClear}
            searchOfPage={list.searchOfPage}
          />
        ) : (
          <Rows
            caption={words.heading}
            columns={props.columns}
            card={props.card}
            idOf={props.idOf}
            nameOf={props.nameOf}
            {...(props.actions ? { actions: props.actions } : {})}
            hasActionsWithoutId={props.hasActionsWithoutId ?? false}
            {...(props.actionsWidth ? { actionsWidth: props.actionsWidth } : {})}
            onOpen={props.details ? (row) => list.open(props.idOf(row)) : undefined}
            rows={rows}
            skeletonRows={props.skeletonRows ?? PAGE_SIZE}
          />
        )}
      </div>
      {Boolean(page?.unreadable) && (
        <div className="border-t border-line px-4 py-2.5">
          <UnreadableNote count={page?.unreadable} noun={words.noun} />
        </div>
      )}
      {page && page.rows.length > 0 && (
        <ListFooter
          page={list.view.page}
          shownPage={Math.min(answered.page, lastPage)}
          pageCount={page.pageCount}
          total={page.total}
          isOpenEnded={page.isOpenEnded === true}
          noun={words.noun.many}
          searchOfPage={list.searchOfPage}
        />
      )}
    </>
  );
}
