import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ListSearch, ListUrl, ListView } from './list-url.ts';

/** The state of a list and the only ways to change it. Every change is a new address. */
export interface ListState<F extends string> {
  readonly view: ListView<F>;
  /** The id of the record whose details are open. */
  readonly openId: string | null;
  /** Whether anything narrows the list. */
  readonly isNarrowed: boolean;
  readonly setSearch: (text: string) => void;
  readonly setFilter: (key: F, value: string | null) => void;
  readonly clear: () => void;
  readonly open: (id: string) => void;
  readonly close: () => void;
  /** The search of the link to a page, for `<Link search>`. */
  readonly searchOfPage: (page: number) => ListSearch;
}

/** Binds a list to the address (NAV-09). Search and filters lead to page 1 (BOOK-01, BOOK-02). */
export function useListUrl<F extends string, D extends string>(url: ListUrl<F, D>): ListState<F> {
  const inAddress: Record<string, unknown> = useSearch({ strict: false });
  const search = url.read(inAddress);
  const navigate = useNavigate();
  const view = url.view(search);
  const filterKeys = Object.keys(url.filters) as F[];

  const go = (next: Record<string, unknown>, options: { replace?: boolean } = {}) => {
    void navigate({ to: '.', search: url.read(next) as never, resetScroll: false, ...options });
  };
  const details = url.details;
  const openId = details === null ? null : ((search as Record<string, string | undefined>)[details] ?? null);
  return {
    view,
    openId,
    isNarrowed: view.search !== '' || filterKeys.some((key) => view[key] !== null),
    // Typing is one step of the history, not one for each pause.
    setSearch: (text) =>
      go({ ...search, search: text, page: undefined }, { replace: view.search !== '' && text !== '' }),
    setFilter: (key, value) => go({ ...search, [key]: value ?? undefined, page: undefined }),
    clear: () => go({}),
    open: (id) => details !== null && go({ ...search, [details]: id }),
    close: () => details !== null && go({ ...search, [details]: undefined }),
    searchOfPage: (page) => url.read({ ...search, page, ...(details === null ? {} : { [details]: undefined }) }),
  };
}
