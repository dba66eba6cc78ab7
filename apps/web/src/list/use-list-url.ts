import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { Page } from '@wayside/contract/wire/paging';
import { useEffect, useRef, useState } from 'react';
import { setPreferences, usePreferences } from '../lib/preferences.ts';
import {
  type ListDays,
  type ListSearch,
  type ListUrl,
  type ListView,
  searchOfAll,
  takesSeveral,
} from './list-url.ts';

/** The state of a list. Every change updates the URL. */
export interface ListState<F extends string, D extends string = never> {
  readonly view: ListView<F>;
  /** The id of the record with open details. */
  readonly openId: string | null;
  readonly isNarrowed: boolean;
  readonly setSearch: (text: string) => void;
  readonly setFilter: (key: F, value: string | null) => void;
  /** Whether a filter accepts several values (VIEW-03). */
  readonly takesSeveral: (key: F) => boolean;
  /** Sets the number of rows per page. The first visible row stays on the page. */
  readonly setRows: (rows: number) => void;
  readonly setDays: (days: Partial<ListDays>) => void;
  readonly sort: string | undefined;
  readonly setSort: ((sort: string) => void) | undefined;
  /** Sets the columns of the open view, joined by commas; null restores the saved columns (VIEW-04). */
  readonly setColumns: (columns: string | null) => void;
  readonly clear: () => void;
  /** The URL parameters of the search without filters; null unless both a search and a filter are set. */
  readonly searchWithoutFilters: ListSearch | null;
  readonly open: (id: string) => void;
  /** Opens another record without a history entry. */
  readonly replaceOpen: (id: string) => void;
  readonly close: () => void;
  readonly addressOf: (id: string) => string;
  readonly tab: string;
  readonly openTab: (tab: string) => void;
  /** Reads and sets the record id of a URL key. Setting one key clears the others. */
  readonly idOf: (key: D) => string | null;
  readonly show: (key: D, id: string | null) => void;
  readonly openPage: (page: number) => void;
  /** Changes the page without adding a history entry. */
  readonly goToPage: (page: number) => void;
  readonly searchOfPage: (page: number) => ListSearch;
}

/** Binds a list to the URL (NAV-09). A new search or filter returns to page 1 (BOOK-01, BOOK-02). */
export function useListUrl<F extends string, D extends string>(url: ListUrl<F, D>): ListState<F, D> {
  usePreferences();
  const inAddress: Record<string, unknown> = useSearch({ strict: false });
  const search = url.read(inAddress);
  const navigate = useNavigate();
  const router = useRouter();
  const view = url.view(search);
  const filterKeys = Object.keys(url.filters) as F[];

  // If search and filters are cleared, the list shows all rows instead of its default view (VIEW-04).
  const addressOf = (next: Record<string, unknown>): ListSearch => {
    const address = url.read(next);
    return Object.keys(address).length === 0 ? searchOfAll(url) : address;
  };
  const go = (next: Record<string, unknown>, options: { replace?: boolean } = {}) => {
    void navigate({ to: '.', search: addressOf(next), resetScroll: false, ...options });
  };
  const { details, others } = url;
  const idOf = (key: D) => (search as Record<string, string | undefined>)[key] ?? null;
  const without = Object.fromEntries([details, ...others, 'tab'].map((key) => [key, undefined]));
  const searchWith = (key: D, id: string | null) => ({ ...search, ...without, [key]: id ?? undefined });
  const show = (key: D, id: string | null) => go(searchWith(key, id));
  const isFiltered = Boolean(view.period ?? view.from ?? view.to) || filterKeys.some((key) => view[key] !== null);
  return {
    view,
    openId: details === null ? null : idOf(details),
    isNarrowed: view.search !== '' || isFiltered,
    searchWithoutFilters:
      view.search !== '' && isFiltered ? addressOf({ search: view.search, sort: view.sort }) : null,
    // A typed search creates only one history entry.
    setSearch: (text) =>
      go({ ...search, search: text, page: undefined }, { replace: view.search !== '' && text !== '' }),
    takesSeveral: (key) => takesSeveral(url.filters[key]),
    setFilter: (key, value) => go({ ...search, [key]: value ?? undefined, page: undefined }),
    setRows: (rows) => {
      const page = Math.floor(((view.page - 1) * view.rows) / rows) + 1;
      setPreferences({ rows });
      go({ ...search, rows, page });
    },
    setDays: (days) => go({ ...search, ...days, page: undefined }),
    sort: view.sort ?? url.sorts[0],
    setSort: url.isSortable() ? (sort) => go({ ...search, sort, page: undefined }) : undefined,
    setColumns: (columns) => go({ ...search, columns: columns ?? undefined }, { replace: true }),
    clear: () => go({ sort: view.sort }),
    open: (id) => details !== null && show(details, id),
    replaceOpen: (id) => details !== null && go(searchWith(details, id), { replace: true }),
    close: () => details !== null && show(details, null),
    addressOf: (id) => {
      const next = details === null ? search : searchWith(details, id);
      return router.buildLocation({ to: '.', search: addressOf(next) }).href;
    },
    tab: search.tab ?? url.tabs[0] ?? '',
    openTab: (tab) => go({ ...search, tab }),
    idOf,
    show,
    openPage: (page) => go({ ...search, ...without, page, rows: view.rows }),
    // Reads the parameters at navigation time, because a dialog may be closing.
    goToPage: (page) => {
      const search = (now: Record<string, unknown>) => addressOf({ ...now, page, rows: view.rows });
      void navigate({ to: '.', search: search, resetScroll: false, replace: true });
    },
    searchOfPage: (page) => addressOf({ ...search, ...without, page, rows: view.rows }),
  };
}

const DEBOUNCE_MS = 500;

/** Holds the text of the search field. The URL follows it after a delay (BOOK-01). */
export function useDebouncedSearch(
  inUrl: string,
  commit: (text: string) => void,
): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(inUrl);
  const timer = useRef(0);
  const latestCommit = useRef(commit);
  const lastInUrl = useRef(inUrl);
  useEffect(() => {
    latestCommit.current = commit;
  });
  useEffect(() => {
    if (lastInUrl.current === inUrl) return;
    lastInUrl.current = inUrl;
    // The URL contains the trimmed text; a trailing space remains in the field.
    setTyped((now) => (now.trim() === inUrl ? now : inUrl));
  }, [inUrl]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const trimmed = text.trim();
      if (trimmed !== lastInUrl.current) latestCommit.current(trimmed);
    }, DEBOUNCE_MS);
  };
  return [typed, change];
}

/**
 * Moves from a page beyond the last page to the last page (USER-06). It does so only once, because a provider may
 * count incorrectly.
 * @returns whether the list is moving
 */
export function useLastPageFallback<Row>(
  list: Pick<ListState<string>, 'view' | 'goToPage'>,
  page: Page<Row> | undefined,
  answered: { readonly page: number },
  isAnswered: boolean,
): boolean {
  const [leftPage, setLeftPage] = useState<number | null>(null);
  const last = Math.max(1, page?.pageCount ?? 0);
  const isBeyond = page !== undefined && page.rows.length === 0 && answered.page > last;
  const isLeaving = isBeyond && (leftPage === null || leftPage === answered.page);
  useEffect(() => {
    if (!isAnswered) return;
    if (!isBeyond) setLeftPage(null);
    else if (leftPage === null) {
      setLeftPage(answered.page);
      list.goToPage(last);
    }
  });
  return isLeaving;
}
