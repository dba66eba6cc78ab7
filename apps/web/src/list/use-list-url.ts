import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ListSearch, ListUrl, ListView } from './list-url.ts';

/** The state of a list and the only ways to change it. Every change is a new address. */
export interface ListState<F extends string, D extends string = never> {
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
  /** The id under a key of the address, and how it gets there: a record is shown in one way at a time. */
  readonly idOf: (key: D) => string | null;
  readonly show: (key: D, id: string | null) => void;
  /** Another page in the place of this one, which is none: the way back does not lead to it. */
  readonly goToPage: (page: number) => void;
  /** The search of the link to a page, for `<Link search>`. */
  readonly searchOfPage: (page: number) => ListSearch;
}

/** Binds a list to the address (NAV-09). Search and filters lead to page 1 (BOOK-01, BOOK-02). */
export function useListUrl<F extends string, D extends string>(url: ListUrl<F, D>): ListState<F, D> {
  const inAddress: Record<string, unknown> = useSearch({ strict: false });
  const search = url.read(inAddress);
  const navigate = useNavigate();
  const view = url.view(search);
  const filterKeys = Object.keys(url.filters) as F[];

  const go = (next: Record<string, unknown>, options: { replace?: boolean } = {}) => {
    void navigate({ to: '.', search: url.read(next), resetScroll: false, ...options });
  };
  const { details, others } = url;
  const idOf = (key: D) => (search as Record<string, string | undefined>)[key] ?? null;
  const without = Object.fromEntries([details, ...others].map((key) => [key, undefined]));
  const show = (key: D, id: string | null) => go({ ...search, ...without, [key]: id ?? undefined });
  return {
    view,
    openId: details === null ? null : idOf(details),
    isNarrowed: view.search !== '' || filterKeys.some((key) => view[key] !== null),
    // Typing is one step of the history, not one for each pause.
    setSearch: (text) =>
      go({ ...search, search: text, page: undefined }, { replace: view.search !== '' && text !== '' }),
    setFilter: (key, value) => go({ ...search, [key]: value ?? undefined, page: undefined }),
    clear: () => go({}),
    open: (id) => details !== null && show(details, id),
    close: () => details !== null && show(details, null),
    idOf,
    show,
    // From where one is by then: a dialog may be closing.
    goToPage: (page) => {
      const search = (now: Record<string, unknown>) => url.read({ ...now, page });
      void navigate({ to: '.', search: search, resetScroll: false, replace: true });
    },
    searchOfPage: (page) => url.read({ ...search, ...without, page }),
  };
}
