import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { Page } from '@wayside/contract/wire/paging';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { englishOf, type Message, nounFor, t, verbatim } from '../languages/text.ts';
import { loadFailureText } from '../lib/api-error.ts';
import { isOwnServer } from '../lib/config.ts';
import { formatTotal } from '../lib/format.ts';
import { useHeldPage } from '../lib/held-pages.ts';
import { addRecent, usePreferences } from '../lib/preferences.ts';
import { useLoadFailure, useRetry } from '../lib/use-retry.ts';
import { Card } from '../ui/card.tsx';
import { AlertBar, ErrorCard } from '../ui/error-card.tsx';
import { isShortcut } from '../ui/focus.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { usePrinting } from '../ui/printing.ts';
import type { SelectOption } from '../ui/select.tsx';
import { PHONE, useBoxWidth, useMediaQuery } from '../ui/use-media-query.ts';
import { ExportMenu } from './export-menu.tsx';
import { ListBody } from './list-body.tsx';
import type { DaysFilter, FixedFilter, ListColumn, ListFilter, ListLabels, ListRows } from './list-definition.ts';
import type { ListExport } from './list-export.ts';
import { activeFilters, NewRowsBar } from './list-heading.tsx';
import type { CountsQuery } from './list-queries.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { EMPTY_PAGE, isDateRangeReversed, type ListUrl, type ListView } from './list-url.ts';
import { PrintedList, usePrintedRows } from './printed-list.tsx';
import { SavedViews } from './saved-views.tsx';
import { useDebouncedSearch, useLastPageFallback, useListUrl } from './use-list-url.ts';
import { useOpenedView } from './use-opened-view.ts';
import { type SelectableRows, useSelectedRows } from './use-selected-rows.tsx';

/**
 * Minimum list widths in px: below the first, the list shows cards (FMT-06); below the second, the table hides
 * secondary columns.
 */
const MIN_TABLE_WIDTH = 768;
const MIN_FULL_TABLE_WIDTH = 928;

function useListShape(listBox: RefObject<HTMLElement | null>) {
  const width = useBoxWidth(listBox) ?? MIN_FULL_TABLE_WIDTH;
  const areCards = useMediaQuery(PHONE) || width < MIN_TABLE_WIDTH;
  const isFull = areCards || width >= MIN_FULL_TABLE_WIDTH;
  const columnsOf = <Row,>(columns: readonly ListColumn<Row>[]) =>
    isFull ? columns : columns.filter(({ isSecondary }) => !isSecondary);
  return { areCards, columnsOf };
}

/** Loads the rows of a view. Reversed dates give no rows and no request (VIEW-01). */
function useListQuery<Row, F extends string, A, K extends QueryKey>(
  queryOf: (view: ListView<F>) => UseQueryOptions<A, Error, Page<Row>, K>,
  view: ListView<F>,
) {
  const isReversed = isDateRangeReversed(view);
  const queryOptions = queryOf(view);
  const query = useQuery({
    ...queryOptions,
    placeholderData: keepPreviousData,
    ...(isReversed && { enabled: false }),
  });
  const { failure, isRetrying, retry } = useRetry(query);
  return {
    asked: queryOptions,
    query,
    isReversed,
    page: isReversed ? EMPTY_PAGE : query.data,
    failure: isReversed ? null : failure,
    isRetrying,
    retry: () => {
      if (!isReversed) void retry();
    },
  };
}

const ROW = '[data-record]';
const SELECTION_BOX = 'input[data-mark]';

/** Handles the keys of a list: j and k move between rows, x selects a row, Enter opens it (VIEW-06). */
function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (list.current && isShortcut(event) && handleListKey(list.current, event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [list]);
}

function handleListKey(list: HTMLElement, key: string): boolean {
  const rows = [...list.querySelectorAll<HTMLElement>(ROW)];
  const { activeElement } = document;
  const index = rows.findIndex((row) => row.contains(activeElement));
  const row = rows[index];
  if (key === 'Enter' && row !== undefined && row === activeElement) {
    row.click();
    return true;
  }
  if (key === 'x') {
    const box = row?.querySelector<HTMLElement>(SELECTION_BOX);
    box?.click();
    return box != null;
  }
  if (key !== 'j' && key !== 'k') return false;
  const next = rows[key === 'j' ? index + 1 : Math.max(0, index - 1)];
  if (next) next.tabIndex = -1;
  next?.focus();
  return true;
}

/** Functions that open the previous or the next record; null if the page has none. */
export interface RecordSteps {
  readonly previous: (() => void) | null;
  readonly next: (() => void) | null;
}

/**
 * Returns the steps from the open record. If that record has left the page, the next record takes its place
 * (RECON-03).
 */
function useRecordSteps(ids: readonly string[], openId: string | null, open: (id: string) => void): RecordSteps {
  const lastPosition = useRef(0);
  const position = openId === null ? -1 : ids.indexOf(openId);
  useEffect(() => {
    if (position >= 0) lastPosition.current = position;
  }, [position]);
  const after = position >= 0 ? position + 1 : lastPosition.current;
  const before = (position >= 0 ? position : lastPosition.current) - 1;
  const step = (id: string | undefined) => (id ? () => open(id) : null);
  return { previous: step(ids[before]), next: step(ids[after]) };
}

export interface ListScreenProps<Row, F extends string, D extends string, A, K extends QueryKey>
  extends Omit<ListRows<Row>, 'onOpen' | 'addressOf' | 'selection'> {
  /** The URL state of the list; the route validates with the same object. */
  url: ListUrl<F, D>;
  /**
   * Returns the query of a view, which the route's loader also loads. Lists that the web app filters or paginates use
   * `select`.
   */
  query: (view: ListView<F>) => UseQueryOptions<A, Error, Page<Row>, K>;
  filters?: readonly ListFilter<F>[];
  /** Filters that only a link can set, for example the rows of one person. */
  fixedFilters?: readonly FixedFilter<F, Row>[];
  days?: DaysFilter;
  labels: ListLabels;
  exported?: (view: ListView<F>) => ListExport;
  selectable?: SelectableRows<F>;
  counted?: (views: readonly ListView<F>[]) => CountsQuery;
  titleActions?: ReactNode;
  sections?: ReactNode;
  onRefresh?: () => void;
  /** Reports a failed load by an additional toast or banner. */
  onLoadFailure?: (message: string) => void;
  alert?: string | null;
  /** Content between the title and the list. The page is undefined while it loads or after a failure. */
  summary?: (page: Page<Row> | undefined, hasFailed: boolean) => ReactNode;
  /** Sums and counts below the list, so that its rows start near the top. */
  totals?: (page: Page<Row> | undefined, hasFailed: boolean) => ReactNode;
  emptyAction?: ReactNode;
  below?: ReactNode;
  toolbarStart?: ReactNode;
  isWhole?: boolean;
  skeletonRows?: number;
  /** The dialog of the open record. `row` is undefined if the record is not on this page. */
  details?: (id: string, row: Row | undefined, close: () => void, steps: RecordSteps) => ReactNode;
}

const offeredFilters = <F extends string>({
  url,
  filters = [],
}: {
  url: Pick<ListUrl<F>, 'isOffered'>;
  filters?: readonly ListFilter<F>[];
}) => filters.filter(({ key }) => url.isOffered(key));

/**
 * List with search, filters and pages, bound to the URL, with all loading and error states. A screen adds columns,
 * filters and labels.
 */
export function ListScreen<Row, F extends string, D extends string, A, K extends QueryKey>(
  props: ListScreenProps<Row, F, D, A, K>,
) {
  const { url, labels, fixedFilters = [], summary, totals, details } = props;
  const filters = offeredFilters(props);
  const days = isOwnServer() ? props.days : undefined;
  const list = useListUrl(url);
  useEffect(() => {
    if (list.openId !== null) addRecent(url.list, list.openId);
  }, [url.list, list.openId]);
  const { density } = usePreferences();
  const headers = props.columns.map(({ header }) => englishOf(header));
  const labelOf = (name: string) =>
    t(props.columns.find(({ header }) => englishOf(header) === name)?.header ?? verbatim(name));
  const views = useOpenedView(url, list, headers);
  const shownColumns = findColumns(props.columns, views.shown);
  const [searchText, setSearchText] = useDebouncedSearch(list.view.search, list.setSearch);
  const { asked, query, isReversed, page, failure, isRetrying, retry } = useListQuery(props.query, list.view);
  const heldPage = useHeldPage(asked.queryKey, query.dataUpdatedAt);
  const listBox = useRef<HTMLDivElement>(null);
  useListKeys(listBox);
  const { areCards, columnsOf } = useListShape(listBox);
  const failed = (error: unknown) =>
    loadFailureText(error, { rejected: t(labels.error.rejected), exception: t(labels.error.exception) });
  useLoadFailure(query, (error) => props.onLoadFailure?.(failed(error)));
  const refresh = () => {
    retry();
    props.onRefresh?.();
  };
  const clear = () => {
    setSearchText('');
    list.clear();
  };
  const again = { label: t(labels.error.retry), pending: isRetrying, onRetry: refresh };
  const { search, page: pageNumber } = list.view;
  const answered = useLastLoaded(
    { search, page: pageNumber, isNarrowed: list.isNarrowed },
    !query.isPlaceholderData,
  );
  const isLeaving = useLastPageFallback(list, page, answered, !query.isPlaceholderData);
  const steps = useRecordSteps((page?.rows ?? []).map(props.idOf), list.openId, list.replaceOpen);
  const openRow = page?.rows.find((row) => props.idOf(row) === list.openId);

  const { marks, bar } = useSelectedRows(props, list, page);
  const total = knownTotal(page);
  const printing = usePrinting();
  const printedRows = usePrintedRows(props.query, list.view, list.openId === null ? printing : null);

  const hasViews = views.views.length > 0;
  const viewsRow = (
    <SavedViews
      views={views}
      url={url}
      isListShown={page !== undefined}
      {...(props.counted ? { counted: props.counted } : {})}
    />
  );
  const titleActions = (
    <>
      <ExportMenu list={props.exported?.(list.view)} total={total} disabled={isReversed} />
      {props.titleActions}
    </>
  );

  return (
    <div className="flex flex-col gap-3">
      <PageHeader
        title={t(labels.title)}
        subtitle={subtitleOf(labels)}
        sections={props.sections}
        actions={titleActions}
      />
      {summary?.(page, failure !== null)}
      <div className="grid gap-3">
        {hasViews && viewsRow}
        <ListToolbar
          searchLabel={optional(labels.search)}
          searchHint={isOwnServer() ? optional(labels.searchHint) : undefined}
          typed={searchText}
          onType={setSearchText}
          filters={filters}
          days={days}
          sorts={sortOptions(props.columns)}
          areCards={areCards}
          views={!hasViews && viewsRow}
          start={props.toolbarStart}
          {...(url.list && isOwnServer()
            ? {
                displayed: {
                  headers,
                  labelOf,
                  shown: views.shown,
                  onShown: views.show,
                  isOfView: views.opened !== null,
                },
              }
            : {})}
          list={list}
          onRefresh={refresh}
          isRefreshing={query.isFetching && !query.isPlaceholderData && !query.isPending}
        />
        {props.alert && <AlertBar message={props.alert} />}
        {query.isError && page && (
          <AlertBar
            message={failed(query.error)}
            detail={t('The displayed data were loaded earlier.')}
            retry={again}
          />
        )}
        {/* The list receives the focus after the retry button or the bar of new rows disappears. */}
        <div ref={listBox} tabIndex={-1} className="relative min-w-0 outline-none">
          <NewRowsBar held={heldPage} noun={labels.noun} onShown={() => listBox.current?.focus()} />
          {failure !== null && labels.error.place === 'bar' && <AlertBar message={failed(failure)} retry={again} />}
          {failure !== null && labels.error.place !== 'bar' && (
            <ErrorCard
              title={t(labels.error.title)}
              message={failed(failure)}
              retryLabel={t(labels.error.retry)}
              onRetry={refresh}
              pending={isRetrying}
            />
          )}
          {failure === null && (
            <Card className="@container relative">
              <ListBody
                {...props}
                selection={marks}
                columns={columnsOf(shownColumns)}
                areCards={areCards}
                isCompact={density === 'compact'}
                filters={filters}
                fixedFilters={fixedFilters}
                list={list}
                page={page}
                loadedQuery={answered}
                isLeaving={isLeaving}
                days={days}
                isReversed={isReversed}
                isRefetching={query.isFetching && page !== undefined}
                onClear={clear}
              />
            </Card>
          )}
        </div>
        {bar}
      </div>
      {props.below}
      {totals?.(page, failure !== null)}
      <p role="status" className="sr-only">
        {page && !query.isFetching && foundText(page, labels.noun)}
      </p>
      {printing !== null && list.openId === null && page && (
        <PrintedList
          heading={t(labels.heading)}
          filters={activeFilters(list, filters, fixedFilters, days, page.rows).map(({ text }) => text)}
          columns={props.columns}
          idOf={props.idOf}
          rows={printedRows ?? page.rows}
          total={total}
        />
      )}
      {details && list.openId !== null && details(list.openId, openRow, list.close, steps)}
    </div>
  );
}

const optional = (text: Message | undefined): string | undefined => text && t(text);

const subtitleOf = ({ subtitle }: ListLabels) => subtitle && <span className="max-md:sr-only">{t(subtitle)}</span>;

/** Returns the total number of rows; undefined if it is unknown. */
const knownTotal = (page: Page<unknown> | undefined): number | undefined =>
  page?.isOpenEnded || page?.isMore ? undefined : page?.total;

const foundText = ({ total, isOpenEnded, isMore }: Page<unknown>, noun: ListLabels['noun']) =>
  t(isOpenEnded ? '{total} {noun} so far' : '{total} {noun} found', {
    total: formatTotal({ total, isMore }),
    noun: nounFor(total, noun),
  });

const findColumns = <Row,>(columns: readonly ListColumn<Row>[], shown: readonly string[]) =>
  shown.flatMap((header) => columns.find((column) => englishOf(column.header) === header) ?? []);

const sortOptions = <Row,>(columns: readonly ListColumn<Row>[]): SelectOption[] =>
  columns.flatMap(({ sort }) =>
    sort
      ? [
          { value: `-${sort.name}`, label: t(sort.falling) },
          { value: sort.name, label: t(sort.rising) },
        ]
      : [],
  );

function useLastLoaded<T>(question: T, isAnswered: boolean): T {
  const answered = useRef(question);
  useEffect(() => {
    if (isAnswered) answered.current = question;
  });
  return isAnswered ? question : answered.current;
}
