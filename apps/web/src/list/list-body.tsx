import { Link } from '@tanstack/react-router';
import type { Page } from '@wayside/contract/wire/paging';
import { ChevronsLeft, Inbox, SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { richText } from '../languages/rich-text.ts';
import { englishOf, nounFor, plural, t } from '../languages/text.ts';
import { formatCount, formatTotal } from '../lib/format.ts';
import { Button, buttonClassName } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { EmptyState } from '../ui/error-card.tsx';
import { CONTROL_CLASS_NAME } from '../ui/field.tsx';
import { ProgressLine } from '../ui/loading.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { ListCards } from './list-cards.tsx';
import type { DaysFilter, FixedFilter, ListFilter, ListLabels, ListRows } from './list-definition.ts';
import { activeFilters, ListHeading } from './list-heading.tsx';
import { ListTable } from './list-table.tsx';
import type { ListSearch } from './list-url.ts';
import { UnreadableNote } from './loaded-section.tsx';
import type { ListState } from './use-list-url.ts';

interface PageFieldProps {
  pageCount: number;
  onPage: (page: number) => void;
}

/** Field for a page number (VIEW-06). A number beyond the last page opens the last page. */
function PageField({ pageCount, onPage }: PageFieldProps) {
  const [typedPage, setTypedPage] = useState('');
  const page = Number(typedPage);
  return (
    <form
      className="w-16"
      onSubmit={(event) => {
        event.preventDefault();
        if (page < 1) return;
        setTypedPage('');
        onPage(Math.min(page, pageCount));
      }}
    >
      <input
        aria-label={t('Go to page')}
        placeholder={t('Page')}
        inputMode="numeric"
        value={typedPage}
        maxLength={9}
        onChange={({ target }) => setTypedPage(target.value.replaceAll(/\D/g, ''))}
        className={cn(CONTROL_CLASS_NAME, 'numeric text-center')}
      />
    </form>
  );
}

/** Note that the rows are only similar to the search text (FIND-03). */
function SimilarNote({ page, noun }: { page: Page<unknown> | undefined; noun: ListLabels['noun'] }) {
  if (!page?.isSimilar) return null;
  const { total } = page;
  const isOfPeople = ['user', 'mechanic'].includes(englishOf(noun.one));
  const found = isOfPeople
    ? plural(total, '{count} similar name.', '{count} similar names.')
    : t('{total} {noun} with similar names.', { total, noun: nounFor(total, noun) });
  return (
    <p role="status" className="border-t border-line bg-info-soft px-4 py-2.5 text-sm text-info-text">
      {t('No exact match.')} {found}
    </p>
  );
}

export interface ListBodyProps<Row, F extends string> extends Omit<ListRows<Row>, 'onOpen' | 'addressOf'> {
  labels: ListLabels;
  filters: readonly ListFilter<F>[];
  fixedFilters: readonly FixedFilter<F, Row>[];
  days: DaysFilter | undefined;
  list: ListState<F>;
  page: Page<Row> | undefined;
  /** The query of `page`. While the next page loads, this is the previous query. */
  loadedQuery: ListQuery;
  isLeaving: boolean;
  isReversed: boolean;
  isRefetching: boolean;
  skeletonRows?: number;
  isCompact: boolean;
  emptyAction?: ReactNode;
  areCards: boolean;
  isWhole?: boolean;
  onClear: () => void;
  details?: unknown;
}

export function ListBody<Row, F extends string>(props: ListBodyProps<Row, F>) {
  const { labels, filters, list, page, loadedQuery, isLeaving, isRefetching, onClear } = props;
  const lastPage = Math.max(1, page?.pageCount ?? 0);
  const isBeyond = page?.rows.length === 0 && loadedQuery.page > lastPage && !isLeaving;
  const shownPage = isLeaving ? undefined : page;
  const rows = shownPage?.rows;
  const Rows = props.areCards ? ListCards : ListTable;
  return (
    <>
      <ProgressLine active={isRefetching} />
      <ListHeading
        heading={t(labels.heading)}
        total={page?.total}
        isOpenEnded={page?.isOpenEnded === true}
        isMore={page?.isMore === true}
        page={Math.min(loadedQuery.page, lastPage)}
        pageCount={props.isWhole || isBeyond ? null : (page?.pageCount ?? 0)}
        active={activeFilters(list, filters, props.fixedFilters, props.days, page?.rows)}
      />
      <SimilarNote page={shownPage} noun={labels.noun} />
      <div className={cn('transition-opacity', isRefetching && 'opacity-60')}>
        {page && rows?.length === 0 ? (
          <div className="min-h-64">
            <EmptyList
              labels={labels}
              emptyAction={props.emptyAction}
              {...loadedQuery}
              isReversed={props.isReversed}
              pageCount={page.pageCount}
              onClose={onClear}
              searchAlone={list.searchWithoutFilters}
              searchOfPage={list.searchOfPage}
            />
          </div>
        ) : (
          <Rows
            caption={t(labels.heading)}
            columns={props.columns}
            card={props.card}
            idOf={props.idOf}
            nameOf={props.nameOf}
            {...(props.actions ? { actions: props.actions } : {})}
            selection={props.selection}
            hasActionsWithoutId={props.hasActionsWithoutId ?? false}
            {...(props.actionsWidth ? { actionsWidth: props.actionsWidth } : {})}
            onOpen={props.details ? (row) => list.open(props.idOf(row)) : undefined}
            addressOf={(row) => list.addressOf(props.idOf(row))}
            rows={rows}
            skeletonRows={props.skeletonRows ?? list.view.rows}
            isCompact={props.isCompact}
            sort={list.sort}
            onSort={list.setSort}
          />
        )}
      </div>
      {Boolean(page?.unreadable) && (
        <div className="border-t border-line px-4 py-2.5">
          <UnreadableNote count={page?.unreadable} noun={labels.noun} />
        </div>
      )}
      {page && page.rows.length > 0 && (
        <ListFooter
          page={list.view.page}
          shownPage={Math.min(loadedQuery.page, lastPage)}
          pageCount={page.pageCount}
          total={page.total}
          rows={list.view.rows}
          isOpenEnded={page.isOpenEnded === true}
          isMore={page.isMore === true}
          noun={t(labels.noun.many)}
          searchOfPage={list.searchOfPage}
          onPage={list.openPage}
        />
      )}
    </>
  );
}

export interface ListFooterProps {
  page: number;
  shownPage: number;
  pageCount: number;
  total: number;
  rows: number;
  isOpenEnded: boolean;
  isMore: boolean;
  noun: string;
  searchOfPage: (page: number) => ListSearch;
  onPage: (page: number) => void;
}

const MAX_PAGES_WITHOUT_FIELD = 7;

/** "Showing 1 to 10 of 12 bookings" and, if there is more than one page, the page links (BOOK-07). */
export function ListFooter({
  page,
  shownPage,
  pageCount,
  total,
  rows,
  isOpenEnded,
  isMore,
  noun,
  searchOfPage,
  onPage,
}: ListFooterProps) {
  if (pageCount <= 1) return null;
  const first = (shownPage - 1) * rows + 1;
  const last = Math.min(shownPage * rows, total);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-2.5">
      <p className="numeric text-sm text-ink-soft">
        {richText(
          isOpenEnded ? 'Showing {first} to {last} {noun}' : 'Showing {first} to {last} of {total} {noun}',
          {
            first: <span translate="no">{formatCount(first)}</span>,
            last: <span translate="no">{formatCount(last)}</span>,
            total: <span translate="no">{formatTotal({ total, isMore })}</span>,
            noun,
          },
        )}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {pageCount > MAX_PAGES_WITHOUT_FIELD && <PageField pageCount={pageCount} onPage={onPage} />}
        <Pagination
          page={page}
          pageCount={pageCount}
          label={t('Pages of {noun}', { noun })}
          renderLink={(target, props) => (
            // Prevents the link without a page from matching every URL.
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
    </div>
  );
}

export interface ListQuery {
  search: string;
  isNarrowed: boolean;
  page: number;
}

interface EmptyListProps extends ListQuery {
  labels: ListLabels;
  emptyAction?: ReactNode;
  isReversed?: boolean;
  pageCount: number;
  onClose: () => void;
  searchAlone: ListSearch | null;
  searchOfPage: (page: number) => ListSearch;
}

/** Explains why there are no rows and offers an action. */
function EmptyList({
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
}: EmptyListProps) {
  if (pageCount > 0 && page > pageCount) {
    return (
      <EmptyState
        icon={<ChevronsLeft className="size-5" />}
        title={t('There is no page {page}; the last one is page {last}.', {
          page: String(page),
          last: String(pageCount),
        })}
      >
        <Link to="." search={searchOfPage(pageCount)} className={buttonClassName()}>
          {t('Go to the last page')}
        </Link>
      </EmptyState>
    );
  }
  const noMatch = typeof labels.noMatch === 'function' ? labels.noMatch(search) : t(labels.noMatch);
  if (!isNarrowed && !isReversed)
    return (
      <EmptyState icon={<Inbox className="size-5" />} title={t(labels.empty)}>
        {emptyAction}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<SearchX className="size-5" />}
      title={isReversed ? t('The end of the range is before its start') : noMatch}
    >
      <div className="flex flex-wrap justify-center gap-2">
        {searchAlone && (
          <Link to="." search={searchAlone} resetScroll={false} className={buttonClassName()}>
            {t('Clear filters, keep search')}
          </Link>
        )}
        <Button onClick={onClose}>{t('Clear filters')}</Button>
      </div>
    </EmptyState>
  );
}
