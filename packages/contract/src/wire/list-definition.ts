/** Sort key of a list: ascending, or descending with a leading "-". */
export type SortKey<N extends string = string> = N | `-${N}`;

/** A filter of a list. It has no schema, because the addresses of the web, which come with the first screen, read it too. */
export interface Filter {
  /** Several values of a set, one value, the id of a record, any text, or a flag. */
  readonly type: 'several' | 'one' | 'record' | 'text' | 'flag' | 'minutes';
  /** The values of a set; none for a text. */
  readonly words: readonly string[];
  /** The wire's words where they differ. */
  readonly spellings: Readonly<Record<string, string>>;
  /** The query value that means "no filter"; `all` by default. */
  readonly noneWord: string;
  /** Its key in a query; its own name where null. */
  readonly wire: string | null;
  /** Its key in an address of the web; its own name where null. */
  readonly address: string | null;
  /** The only value that an address can set, and its spelling in the address. */
  readonly set: { readonly word: string; readonly value: unknown } | null;
  /** Only our own server has it. */
  readonly isOurs: boolean;
}

/** A filter with the types of its value and of its key in an address. */
export interface TypedFilter<T, A extends string> extends Filter {
  readonly typed?: { readonly value: T; readonly address: A };
}

interface Options<T, A extends string> {
  readonly spellings?: Readonly<Record<string, string>>;
  readonly noneWord?: string;
  readonly wire?: string;
  readonly address?: A;
  readonly set?: { readonly word: string; readonly value: T };
  readonly isOurs?: boolean;
}

const filter = <T, A extends string>(
  type: Filter['type'],
  words: readonly string[],
  options: Options<T, A>,
): TypedFilter<T, A> => ({
  type,
  words,
  spellings: {},
  noneWord: 'all',
  wire: null,
  address: null,
  set: null,
  isOurs: false,
  ...options,
});

/** One or several of a set of words (VIEW-03). */
export const severalFilter = <const W extends string, const A extends string = never>(
  words: readonly W[],
  options: Options<readonly W[], A> = {},
): TypedFilter<readonly W[], A> => filter('several', words, options);

/** One of a set of words. "all" is none of them: it means no filter (API-14). */
export const oneFilter = <const W extends string, const A extends string = never>(
  words: readonly W[] & ('all' extends W ? never : unknown),
  options: Options<W, A> = {},
): TypedFilter<W, A> => filter('one', words, options);

/** The id of a record that the rows belong to. */
export const recordFilter = <const A extends string = never>(
  options: Options<string, A> = {},
): TypedFilter<string, A> => filter('record', [], options);

/** A short text, compared whole. */
export const textFilter = <const A extends string = never>(
  options: Options<string, A> = {},
): TypedFilter<string, A> => filter('text', [], options);

/** Yes, or no filter. */
export const flagFilter = <const A extends string>(
  address: A,
  word: string,
  isOurs = false,
): TypedFilter<boolean, A> => filter('flag', [], { address, set: { word, value: true }, isOurs });

/** Minimum age in minutes. */
export const minutesFilter = <const A extends string>(options: Options<number, A>): TypedFilter<number, A> =>
  filter('minutes', [], options);

type Filters = Readonly<Record<string, Filter>>;

/** The input of a list: each filter, search, days of the business and order; null where it is not set. */
type InputOf<F extends Filters, S extends boolean, Y extends boolean, O extends string> = {
  readonly [K in keyof F]: (F[K] extends TypedFilter<infer T, infer _A> ? T : never) | null;
} & (S extends true ? { readonly search: string | null } : unknown) &
  (Y extends true ? { readonly from: string | null; readonly to: string | null } : unknown) &
  ([O] extends [never] ? unknown : { readonly sort: SortKey<O> | null });

/** The keys of the filters in an address. */
type AddressKeys<F extends Filters> = {
  [K in keyof F & string]: F[K] extends TypedFilter<infer _T, infer A> ? ([A] extends [never] ? K : A) : never;
}[keyof F & string];

/** The filters and orders of a list, from which its calls, address and screen follow (VIEW-01 to VIEW-04). */
export interface ListDefinition<
  Name extends string = string,
  I extends object = object,
  A extends string = string,
> {
  readonly name: Name;
  readonly filters: Filters;
  readonly hasSearch: boolean;
  readonly hasDays: boolean;
  /** Newest first by default; "-" before a name is the falling order (VIEW-02). */
  readonly orders: readonly string[];
  /** The input without any filter. */
  readonly none: I;
  readonly addressKeys?: A;
}

/** The input that a definition describes. */
export type ListInputOf<D> = D extends ListDefinition<string, infer I, string> ? I : never;
/** The keys of a definition's filters in an address. */
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
