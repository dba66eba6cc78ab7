import type { Page } from '@wayside/contract/wire/paging';
import type { ReadRows } from '@wayside/contract/wire/rows';

/** What stands in the address of a list; absent is the default (NAV-09). */
export type ListSearch<F extends string = string> = {
  readonly page?: number;
  readonly search?: string;
} & { readonly [K in F]?: string };

/** What a list shows. A filter that is not set is null. */
export type ListView<F extends string = string> = {
  readonly page: number;
  readonly search: string;
} & { readonly [K in F]: string | null };

/** The values that a filter may have: these words, or the id of a record. */
export type FilterValues = readonly string[] | 'id';

/** How a list is written into the address. */
export interface ListUrl<F extends string = string, D extends string = string> {
  readonly filters: { readonly [K in F]: FilterValues };
  /** The key that carries the id of the record whose details are open. */
  readonly details: D | null;
  /** Keys that carry the id of a record shown otherwise: the application that is reviewed. */
  readonly others: readonly D[];
  /** Reads any query string; what makes no sense falls back to its default. For `validateSearch`. */
  readonly read: (given: Record<string, unknown>) => ListSearch<F | D>;
  /**
   * What the list shows, without the open records: for `loaderDeps` and the query. It reads the search itself, because
   * the router leaves in it what `read` has left out.
   */
  readonly view: (search: Record<string, unknown>) => ListView<F>;
}

const LONGEST_SEARCH = 200;
const LONGEST_ID = 64;

/**
 * Declares what of a list is in its address: page, search, the given filters with the values they may have, the open
 * details, and what else shows one of its records.
 */
export function listUrl<const F extends string = never, const D extends string = never>(declared: {
  filters?: { readonly [K in F]: FilterValues };
  details?: D;
  others?: readonly D[];
}): ListUrl<F, D> {
  const filters = declared.filters ?? ({} as { [K in F]: FilterValues });
  const filterKeys = Object.keys(filters) as F[];
  const details = declared.details ?? null;
  const others = declared.others ?? [];
  const shownKeys = details === null ? others : [details, ...others];
  const read = (given: Record<string, unknown>) => {
    const search: Record<string, unknown> = {};
    const page = readPage(given['page']);
    if (page > 1) search['page'] = page;
    const text = readText(given['search'], LONGEST_SEARCH);
    if (text) search['search'] = text;
    for (const key of filterKeys) {
      const value = readText(given[key], LONGEST_ID);
      if (filters[key] === 'id' ? value : filters[key].includes(value)) search[key] = value;
    }
    for (const key of shownKeys) {
      const id = readText(given[key], LONGEST_ID);
      if (id) search[key] = id;
    }
    return search as ListSearch<F | D>;
  };
  return {
    filters,
    details,
    others,
    read,
    view(given) {
      const search: Record<string, unknown> = read(given);
      const set = filterKeys.map((key) => [key, search[key] ?? null]);
      return {
        page: search['page'] ?? 1,
        search: search['search'] ?? '',
        ...Object.fromEntries(set),
      } as ListView<F>;
    },
  };
}

function readPage(value: unknown): number {
  return /^[1-9]\d{0,8}$/.test(String(value)) ? Number(value) : 1;
}

function readText(value: unknown, longest: number): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, longest) : '';
}

/**
 * A list that comes whole, as one page of what matches the search, in any case.
 * @param textOf what of a row is searched
 */
export function wholePage<Row>(
  { rows, unreadable = 0 }: ReadRows<Row>,
  search: string,
  textOf: (row: Row) => readonly (string | null)[],
): Page<Row> {
  const wanted = search.trim().toLocaleLowerCase();
  const found = rows.filter((row) => textOf(row).some((text) => text?.toLocaleLowerCase().includes(wanted)));
  const shown = wanted === '' ? [...rows] : found;
  return { rows: shown, unreadable, total: shown.length, page: 1, pageCount: shown.length === 0 ? 0 : 1 };
}
