/** A sort key of a list; a leading "-" means descending. */
export type SortKey<N extends string = string> = N | `-${N}`;

/**
 * A filter of a list. It contains no schema, because the URL handling of the web app reads it too and is part of the
 * initial bundle.
 */
export interface Filter {
  /** The type of value: several values of a set, one value, a record id, any text, a flag, or a number of minutes. */
  readonly type: 'several' | 'one' | 'record' | 'text' | 'flag' | 'minutes';
  /** The values of the set; empty for text. */
  readonly values: readonly string[];
  /** The wire values that differ from the domain values. */
  readonly spellings: Readonly<Record<string, string>>;
  /** The query value that means "no filter"; `all` by default. */
  readonly allValue: string;
  /** The key in the query; null if it equals the filter's name. */
  readonly wire: string | null;
  /** The key in URLs of the web app; null if it equals the filter's name. */
  readonly address: string | null;
  /** The only value that a URL can set, and its spelling in the URL. */
  readonly set: { readonly spelling: string; readonly value: unknown } | null;
  /** Whether only our own server supports the filter. */
  readonly isOwnServerOnly: boolean;
}

/** A filter with the types of its value and of its key in URLs. */
export interface TypedFilter<T, A extends string> extends Filter {
  readonly typed?: { readonly value: T; readonly address: A };
}

interface Options<T, A extends string> {
  readonly spellings?: Readonly<Record<string, string>>;
  readonly allValue?: string;
  readonly wire?: string;
  readonly address?: A;
  readonly set?: { readonly spelling: string; readonly value: T };
  readonly isOwnServerOnly?: boolean;
}

const filter = <T, A extends string>(
  type: Filter['type'],
  words: readonly string[],
  options: Options<T, A>,
): TypedFilter<T, A> => ({
  type,
  values: words,
  spellings: {},
  allValue: 'all',
  wire: null,
  address: null,
  set: null,
  isOwnServerOnly: false,
  ...options,
});

/** A filter that accepts one or more values of a set (VIEW-03). */
export const severalFilter = <const W extends string, const A extends string = never>(
  values: readonly W[],
  options: Options<readonly W[], A> = {},
): TypedFilter<readonly W[], A> => filter('several', values, options);

/** A filter that accepts one value of a set. The value "all" means no filter (API-14). */
export const oneFilter = <const W extends string, const A extends string = never>(
  values: readonly W[] & ('all' extends W ? never : unknown),
  options: Options<W, A> = {},
): TypedFilter<W, A> => filter('one', values, options);

/** A filter by the id of a record to which the rows belong. */
export const recordFilter = <const A extends string = never>(
  options: Options<string, A> = {},
): TypedFilter<string, A> => filter('record', [], options);

/** A filter that compares a short text as a whole. */
export const textFilter = <const A extends string = never>(
  options: Options<string, A> = {},
): TypedFilter<string, A> => filter('text', [], options);

/** A filter that is either set or absent. */
export const flagFilter = <const A extends string>(
  address: A,
  spelling: string,
  isOwnServerOnly = false,
): TypedFilter<boolean, A> => filter('flag', [], { address, set: { spelling, value: true }, isOwnServerOnly });

/** A filter by minimum age in minutes. */
export const minutesFilter = <const A extends string>(options: Options<number, A>): TypedFilter<number, A> =>
  filter('minutes', [], options);

type Filters = Readonly<Record<string, Filter>>;

/** The input of a list: each filter, the search, the date range and the sort order, each null if not set. */
type InputOf<F extends Filters, S extends boolean, Y extends boolean, O extends string> = {
  readonly [K in keyof F]: (F[K] extends TypedFilter<infer T, infer _A> ? T : never) | null;
} & (S extends true ? { readonly search: string | null } : unknown) &
  (Y extends true ? { readonly from: string | null; readonly to: string | null } : unknown) &
  ([O] extends [never] ? unknown : { readonly sort: SortKey<O> | null });

/** The keys of the filters in URLs. */
type AddressKeys<F extends Filters> = {
  [K in keyof F & string]: F[K] extends TypedFilter<infer _T, infer A> ? ([A] extends [never] ? K : A) : never;
}[keyof F & string];

/** The filters and sort orders of a list. Its endpoints, URLs and screen are derived from them (VIEW-01 to VIEW-04). */
export interface ListDefinition<
  Name extends string = string,
  I extends object = object,
  A extends string = string,
> {
  readonly name: Name;
  readonly filters: Filters;
  readonly hasSearch: boolean;
  readonly hasDays: boolean;
  /** The sort keys. The default is newest first; a leading "-" means descending (VIEW-02). */
  readonly orders: readonly string[];
  /** The input without filters. */
  readonly none: I;
  readonly addressKeys?: A;
}

/** The input type of a list definition. */
export type ListInputOf<D> = D extends ListDefinition<string, infer I, string> ? I : never;
/** The filter keys of a list definition in URLs. */
export type AddressKeysOf<D> = D extends ListDefinition<string, infer _I, infer A> ? A : never;

/** Defines a list (VIEW-01 to VIEW-04). */
export function defineList<
  const Name extends string,
  F extends Filters,
  const S extends boolean = false,
  const Y extends boolean = false,
  const O extends string = never,
>({
  name,
  filters,
  hasSearch,
  hasDays,
  orders = [],
}: {
  readonly name: Name;
  readonly filters: F;
  readonly hasSearch?: S;
  readonly hasDays?: Y;
  readonly orders?: readonly O[];
}): ListDefinition<Name, InputOf<F, S, Y, O>, AddressKeys<F>> {
  const keys = [
    ...Object.keys(filters),
    ...(hasSearch ? ['search'] : []),
    ...(hasDays ? ['from', 'to'] : []),
    ...(orders.length > 0 ? ['sort'] : []),
  ];
  return {
    name,
    filters,
    hasSearch: hasSearch ?? false,
    hasDays: hasDays ?? false,
    orders,
    none: Object.fromEntries(keys.map((key) => [key, null])) as InputOf<F, S, Y, O>,
  };
}
