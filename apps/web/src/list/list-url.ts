import type { ListName } from '@wayside/contract/preferences';
import type { SavedView } from '@wayside/contract/views';
import { PAGE_SIZE } from '@wayside/contract/wire/page-size';
import type { Page } from '@wayside/contract/wire/paging';
import { isOwnServer } from '../lib/config.ts';
import { preferredRows, ROWS_PER_PAGE_OPTIONS } from '../lib/preferences.ts';
import { defaultView } from '../lib/saved-views.ts';
import { PERIODS, type Period } from './periods.ts';

/** Parses a query string into plain text values, for the router. */
export function parsePlainSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Returns a query string such as `?page=2&status=pending`, for the router. */
export function stringifyPlainSearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value));
  }
  const text = query.toString();
  return text ? `?${text}` : '';
}

export type ListSearch<F extends string = string> = {
  readonly page?: number;
  readonly rows?: number;
  readonly search?: string;
  readonly sort?: string;
  readonly period?: Period;
  readonly from?: string;
  readonly to?: string;
  readonly view?: string;
  readonly columns?: string;
  /** The open tab of the details (PEOP-01). */
  readonly tab?: string;
} & { readonly [K in F]?: string };

/** The view of a list. A filter that is not set is null. */
export type ListView<F extends string = string> = {
  readonly page: number;
  readonly rows: number;
  readonly search: string;
  readonly sort: string | null;
} & ListDays & { readonly [K in F]: string | null };

/** The values of a filter: one of a set, several of a set, any text (`id`), or the id of a record. */
export type FilterValues = readonly string[] | { readonly several: readonly string[] } | 'id' | 'record';

/** The date range of a list: a relative period, or a first and a last day (VIEW-01). Null if unbounded. */
export interface ListDays {
  readonly period: Period | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** Reads and describes the URL state of a list. */
export interface ListUrl<F extends string = string, D extends string = string> {
  /** Null for a list without preferences and views. */
  readonly list: ListName | null;
  readonly filters: { readonly [K in F]: FilterValues };
  /** Whether the server supports the filter. */
  readonly isOffered: (key: F) => boolean;
  /** Sort orders such as "-date", "date" and "amount"; the first is the default (VIEW-02). */
  readonly sorts: readonly string[];
  readonly isSortable: () => boolean;
  /** The URL key that contains the id of the open record. */
  readonly details: D | null;
  /** URL keys that contain the id of a record shown in another way, such as the application under review. */
  readonly others: readonly D[];
  readonly tabs: readonly string[];
  /** Parses the search parameters for `validateSearch`: an invalid value falls back to its default. */
  readonly read: (given: Record<string, unknown>) => ListSearch<F | D>;
  /**
   * Returns the view without the open records. It validates the parameters again, because the router keeps keys that
   * `read` removes.
   */
  readonly view: (search: Record<string, unknown>) => ListView<F>;
}

const MAX_SEARCH_LENGTH = 200;
const MAX_ID_LENGTH = 64;
const MAX_VALUE_LENGTH = 200;
const MAX_COLUMNS_LENGTH = 1000;

/** Declares the URL state of a list. */
export function listUrl<const F extends string = never, const D extends string = never>(declared: {
  list?: ListName;
  filters?: { readonly [K in F]: FilterValues };
  ours?: readonly NoInfer<F>[];
  sorts?: readonly string[];
  isLocal?: boolean;
  hasDays?: boolean;
  details?: D;
  others?: readonly D[];
  tabs?: readonly string[];
}): ListUrl<F, D> {
  const filters = declared.filters ?? ({} as { [K in F]: FilterValues });
  const filterKeys = Object.keys(filters) as F[];
  const sorts = declared.sorts ?? [];
  const details = declared.details ?? null;
  const others = declared.others ?? [];
  const tabs = declared.tabs ?? [];
  const shownKeys = details === null ? others : [details, ...others];
  const list = declared.list ?? null;
  const isOffered = (key: F) => isOwnServer() || !declared.ours?.includes(key);
  const isSortable = () => sorts.length > 0 && (declared.isLocal === true || isOwnServer());
  const read = (given: Record<string, unknown>) => {
    const search: Record<string, unknown> = {};
    const page = readPage(given['page']);
    if (page > 1) search['page'] = page;
    const rows = list === null ? null : readRows(given['rows'], page);
    if (rows !== null) search['rows'] = rows;
    const text = readText(given['search'], MAX_SEARCH_LENGTH);
    if (text) search['search'] = text;
    for (const key of filterKeys.filter(isOffered)) {
      const value = readValue(filters[key], readText(given[key], MAX_VALUE_LENGTH));
      if (value !== null) search[key] = value;
    }
    const sort = readText(given['sort'], MAX_ID_LENGTH);
    if (isSortable() && sorts.indexOf(sort) > 0) search['sort'] = sort;
    if (declared.hasDays && isOwnServer()) Object.assign(search, readDays(given));
    const shown = readIds(shownKeys, given);
    Object.assign(shown, details !== null && shown[details] && readTab(tabs, given));
    return { ...search, ...readOpenedView(list, given), ...shown } as ListSearch<F | D>;
  };
  return {
    list,
    filters,
    isOffered,
    sorts,
    isSortable,
    details,
    others,
    tabs,
    read,
    view(given) {
      const search: Record<string, unknown> = read(given);
      const set = filterKeys.map((key) => [key, search[key] ?? null]);
      const page = (search['page'] as number | undefined) ?? 1;
      return {
        page,
        rows: search['rows'] ?? (list === null ? PAGE_SIZE : defaultRowsOf(page)),
        search: search['search'] ?? '',
        sort: search['sort'] ?? null,
        period: search['period'] ?? null,
        from: search['from'] ?? null,
        to: search['to'] ?? null,
        ...Object.fromEntries(set),
      } as ListView<F>;
    },
  };
}

/**
 * Returns the default number of rows for a URL without `rows`. It is fixed for later pages, so that a link shows the
 * same rows to every user (NAV-09).
 */
const defaultRowsOf = (page: number): number => (page > 1 ? PAGE_SIZE : preferredRows());

/** The URL state of a list that has only page and search. */
export const searchUrl = listUrl({});

function readDays(given: Record<string, unknown>): Partial<ListDays> {
  const period = PERIODS.find((each) => each === given['period']);
  if (period) return { period };
  const day = (key: 'from' | 'to') => {
    const text = readText(given[key], MAX_ID_LENGTH);
    return isDay(text) ? { [key]: text } : {};
  };
  return { ...day('from'), ...day('to') };
}

/** Reads the opened view and, if they are changed, its columns (VIEW-04). */
function readOpenedView(
  list: ListName | null,
  given: Record<string, unknown>,
): Pick<ListSearch, 'view' | 'columns'> {
  if (list === null || !isOwnServer()) return {};
  const view = readText(given['view'], MAX_ID_LENGTH);
  const columns = readText(given['columns'], MAX_COLUMNS_LENGTH);
  return view ? { view, ...(columns ? { columns } : {}) } : {};
}

function readValue(values: FilterValues, value: string): string | null {
  if (values === 'id' || values === 'record') return value.slice(0, MAX_ID_LENGTH) || null;
  if (!takesSeveral(values)) return values.includes(value) ? value : null;
  const given = value.split(',');
  const known = values.several.filter((each) => given.includes(each));
  return (isOwnServer() || known.length === 1 ? known.join() : '') || null;
}

/** Checks whether a filter accepts several values (VIEW-03). */
export const takesSeveral = (values: FilterValues): values is { readonly several: readonly string[] } =>
  typeof values === 'object' && 'several' in values;

/**
 * Checks whether a text is a calendar day. The comparison is needed because browsers read 30 February as a day in
 * March.
 */
export const isDay = (value: string): boolean =>
  /^(19|2\d)\d\d-\d\d-\d\d$/.test(value) && `${new Date(value).toJSON()}`.startsWith(value);

function readIds(keys: readonly string[], given: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, readText(given[key], MAX_ID_LENGTH)]).filter(([, id]) => id));
}

function readTab(tabs: readonly string[], given: Record<string, unknown>): { tab?: string } {
  const tab = tabs.slice(1).find((each) => each === given['tab']);
  return tab !== undefined && isOwnServer() ? { tab } : {};
}

/** Checks whether the last day is before the first (VIEW-01). */
export const isDateRangeReversed = ({ period, from, to }: ListDays): boolean =>
  period === null && from !== null && to !== null && to < from;

function readRows(value: unknown, page: number): number | null {
  const rows = Number(value);
  return isOwnServer() && ROWS_PER_PAGE_OPTIONS.includes(rows) && rows !== defaultRowsOf(page) ? rows : null;
}

function readPage(value: unknown): number {
  return /^[1-9]\d{0,8}$/.test(String(value)) ? Number(value) : 1;
}

function readText(value: unknown, maxLength: number): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, maxLength) : '';
}

/** An empty page, with a sum for lists that show one. */
export const EMPTY_PAGE: Page<never> & { readonly sumPaise: number } = {
  rows: [],
  total: 0,
  page: 1,
  pageCount: 0,
  sumPaise: 0,
};

/** Returns one page of rows that are all loaded in the browser. */
export function pageOfRows<Row>(
  rows: readonly Row[],
  { page, rows: size }: Pick<ListView, 'page' | 'rows'>,
): Page<Row> {
  const start = (page - 1) * size;
  return {
    rows: rows.slice(start, start + size),
    total: rows.length,
    page,
    pageCount: Math.ceil(rows.length / size),
  };
}

/** The URL state of any list. */
type AnyUrl = Pick<ListUrl, 'list' | 'details' | 'others'> & { read: (given: Record<string, unknown>) => object };

/** The `view` value in the URL that shows all rows instead of the default view. */
export const ALL_ROWS = 'all';

/** Returns the parameters that a view stores: search, filters, dates and sort order (VIEW-04). */
function toStoredSearch(url: AnyUrl, given: Record<string, unknown>): Record<string, unknown> {
  const left = ['page', 'rows', 'view', 'columns', 'tab', url.details, ...url.others];
  const read: [string, unknown][] = Object.entries(url.read({ ...given, page: undefined, rows: undefined }));
  return Object.fromEntries(read.filter(([key]) => !left.includes(key)));
}

/** Returns the query string that a view stores: "status=pending&sort=date" */
export const toStoredQuery = (url: AnyUrl, given: Record<string, unknown>): string =>
  stringifyPlainSearch(toStoredSearch(url, given)).slice(1);

/** Returns the URL parameters that open a view. */
export const searchOfView = (url: AnyUrl, { id, query }: Pick<SavedView, 'id' | 'query'>): ListSearch => ({
  ...toStoredSearch(url, parsePlainSearch(query)),
  view: id,
});

/** Returns the URL parameters that show all rows of a list. */
export const searchOfAll = (url: AnyUrl): ListSearch => (defaultView(url.list) ? { view: ALL_ROWS } : {});

/** Returns the parameters of the default view if the URL has none; null if there is no default view. */
export function searchOfDefaultView(url: AnyUrl, given: Record<string, unknown>): ListSearch | null {
  const opened = Object.keys(url.read(given)).length === 0 ? defaultView(url.list) : undefined;
  return opened ? searchOfView(url, opened) : null;
}
