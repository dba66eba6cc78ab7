import * as z from 'zod/mini';
import { type Endpoint, endpointsOf } from './endpoint.ts';
import { fieldIssue } from './field-sentences.ts';
import { fileText, flag, list, maybe, numeric, oneOf, recordId } from './fields.ts';
import type { Filter, ListDefinition, ListInputOf, SortKey } from './list-definition.ts';
import { pageLimit, pageNumber } from './paging.ts';
import type { Permission, ReadScope } from './permissions.ts';
import { atMost, between, calendarDay, calendarMonth, searchText, typedText } from './request-fields.ts';
import { documented, type Wire, wireValue } from './wire.ts';
import { type DomainOf, notBefore, success, wireObject } from './wire-object.ts';

/**
 * The request keys `from` and `to`: business days, both inclusive and optional. The server returns 400 if `to` is
 * before `from` (VIEW-01).
 */
export const dayRangeKeys = { from: maybe(calendarDay), to: notBefore('from', maybe(calendarDay)) };

/**
 * The request keys `from` and `to` for a saved view. If `to` is before `from`, the view counts 0 rows, so that it
 * does not fail the counts of the other views (VIEW-04).
 */
export const viewDayRangeKeys = { from: maybe(calendarDay), to: maybe(calendarDay) };

/** The request keys `from` and `to`, both required. */
export const requiredDayRangeKeys = {
  from: calendarDay,
  to: notBefore(
    'from',
    wireValue(calendarDay, (day) => day),
  ),
};

/**
 * The request keys `from` and `to`: business months, both inclusive and optional. The server returns 400 if `to` is
 * before `from`.
 */
export const monthRangeKeys = { from: maybe(calendarMonth), to: notBefore('from', maybe(calendarMonth)) };

/**
 * One or more values of a set, separated by commas. Missing, empty and `all` are null (VIEW-03, API-14).
 * @param spellings maps domain values to wire values if they differ
 */
export function severalOf<const W extends string>(
  allowedValues: readonly W[],
  spellings: Partial<Record<W, string>> = {},
): Wire<readonly W[] | null> {
  const wireValues = allowedValues.map((word) => spellings[word] ?? word);
  const text = documented(z.string(), {
    type: 'string',
    description: `\`all\`, or one or several of ${wireValues.join(', ')}, separated by commas`,
    examples: wireValues.slice(0, 1),
  });
  return wireValue<readonly W[] | null, string | null | undefined>(
    z.optional(z.nullable(text)),
    (value, fail) => {
      if (value === undefined || value === null || value === '' || value === 'all') return null;
      const given = new Set(value.split(',').map((part) => part.trim()));
      if (![...given].every((part) => wireValues.includes(part)))
        return fail(fieldIssue('several_of', { values: wireValues.join(', ') }));
      return allowedValues.filter((_, index) => given.has(wireValues[index] ?? ''));
    },
    (given) => given?.map((word) => spellings[word] ?? word).join(','),
  );
}

/**
 * The query key `sort`: a sort key, with a leading "-" for descending, which is highest or newest first (VIEW-02).
 * The default is `-date`, newest first.
 */
export const sortKey = <const N extends string>(...names: readonly N[]): Wire<SortKey<N> | null> =>
  maybe(oneOf(names.flatMap((name) => [name, `-${name}`] as const)));

/** The file formats of an export: comma-separated text and Excel workbook (VIEW-08). */
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The query key `format` of an export; defaults to `csv`. */
export const exportFormat = { format: maybe(oneOf(EXPORT_FORMATS)) };

/** The header in which an export reports its number of rows. */
export const TOTAL_ROWS_HEADER = 'x-total-rows';

/**
 * An endpoint that returns a table. It has a permission, so that the file stops if the role loses read access during
 * the export.
 */
export type ExportEndpoint<Q> = Endpoint<Record<string, never>, Q, null, string> & {
  readonly permission: Permission;
};

interface ExportDeclaration<Q> {
  readonly name: string;
  /** The end of the path: "sos-services". */
  readonly path: string;
  readonly permission: Permission;
  /** Whether the export contains personal data or amounts of money (TEAM-05). */
  readonly needsProof?: boolean;
  readonly summary: string;
  readonly query: Wire<Q>;
  readonly errorCodes?: readonly number[];
}

/** Declares an endpoint that exports a table (API-17, VIEW-08). */
export const exportEndpoint = <Q>({
  name,
  path,
  permission,
  ...declared
}: ExportDeclaration<Q>): ExportEndpoint<Q> => ({
  ...endpointsOf('exports')<Record<string, never>, Q, null, string>(name, `GET /admin/export/${path}`, {
    ...declared,
    permission,
    response: fileText,
    isTable: true,
  }),
  permission,
});

/** The highest count. It also represents all higher numbers (VIEW-04). */
export const MAX_COUNTED = 1000;
const MAX_VIEWS = 100;

interface CountBody<F> {
  readonly views: F[];
}

interface CountDeclaration<F> {
  readonly name: string;
  /** The end of the path: "bookings". */
  readonly path: string;
  /** The permission of the list. */
  readonly permission: Permission;
  readonly filters: Wire<F>;
}

/**
 * Declares the endpoint that counts the rows of several views of a list in one request. It is a POST because the
 * filters may be long (VIEW-04).
 */
export const countEndpoint = <F>({ name, path, permission, filters }: CountDeclaration<F>) =>
  endpointsOf('views')(name, `POST /admin/views/counts/${path}`, {
    isChange: false,
    permission,
    summary: `The number of rows of the list for each of the given filters, or ${MAX_COUNTED} if there are at least that many.`,
    body: wireObject({ views: atMost(MAX_VIEWS, list(filters)) }) as Wire<unknown> as Wire<CountBody<F>>,
    response: success({ counts: list(numeric) }),
  }) satisfies Endpoint<Record<string, never>, Record<string, never>, CountBody<F>>;

const MAX_WORD_LENGTH = 100;
const MAX_MINUTES = 100_000;

// biome-ignore lint/suspicious/noExplicitAny: a definition of any list
type AnyList = ListDefinition<string, any, string>;

interface ListDeclaration<A> {
  /** The end of the endpoints' names: "Bookings". */
  readonly name: string;
  readonly path: `/${string}`;
  readonly permission: Permission;
  readonly readScope?: ReadScope;
  readonly tag: string;
  readonly response: Wire<A>;
  /** The summary in the API reference. */
  readonly summary: string;
}

interface ListExportDeclaration<E> {
  readonly name: string;
  /** Defaults to `lists:export`, which covers rows about persons or money. */
  readonly permission?: Permission;
  readonly summary: string;
  /** Additional query keys. */
  readonly fields?: E;
  /** Whether users can export selected rows; defaults to true. */
  readonly isSelectable?: boolean;
}

/** One value of a set; null if the value is missing or means "no filter". */
const oneOrNone = (allowedValues: readonly string[], allValue: string): Wire<string | null> =>
  wireValue(
    maybe(oneOf([...allowedValues, allValue])),
    (word) => (word === allValue ? null : word),
    // Requests to external providers omit the key. Nodes of the previous release need our own value.
    (word) => word ?? (allValue === 'all' ? null : allValue),
  );

function filterField({ type, values, spellings, allValue }: Filter): Wire<unknown> {
  switch (type) {
    case 'several':
      return severalOf(values, spellings);
    case 'one':
      return oneOrNone(values, allValue);
    case 'record':
      return maybe(recordId);
    case 'text':
      return maybe(typedText(MAX_WORD_LENGTH));
    case 'flag':
      return maybe(flag);
    case 'minutes':
      return maybe(between(1, MAX_MINUTES));
  }
}

function filterFields({ filters, hasSearch, hasDays, orders }: AnyList, days: object = dayRangeKeys) {
  const entries = Object.entries(filters);
  const fields: Record<string, Wire<unknown>> = {
    ...Object.fromEntries(entries.map(([key, filter]) => [key, filterField(filter)])),
    ...(hasSearch && { search: maybe(searchText) }),
    ...(hasDays && days),
    ...(orders.length > 0 && { sort: sortKey(...orders) }),
  };
  const spellings = Object.fromEntries(entries.flatMap(([key, { wire }]) => (wire === null ? [] : [[key, wire]])));
  return { fields, spellings };
}

interface PageQuery {
  readonly page: number;
  readonly limit: number;
}

/** Declares the endpoints of a list definition: one for a page and one for the counts of views (VIEW-04). */
export function listEndpoints<D extends AnyList, A>(definition: D, declared: ListDeclaration<A>) {
  type Input = ListInputOf<D>;
  const { name, path, permission, readScope, tag, summary, response } = declared;
  const { fields, spellings } = filterFields(definition);
  const list = endpointsOf(tag)(`list${name}`, `GET ${path}`, {
    permission,
    readScope: readScope ?? null,
    summary,
    query: wireObject({ page: pageNumber, limit: pageLimit, ...fields }, spellings) as Wire<unknown> as Wire<
      PageQuery & Input
    >,
    response,
  });
  const count = countEndpoint<Input>({
    name: `count${name}`,
    path: definition.name,
    permission,
    filters: wireObject(
      filterFields(definition, viewDayRangeKeys).fields,
      spellings,
    ) as Wire<unknown> as Wire<Input>,
  });
  return { list, count };
}

interface ExportQuery {
  readonly selection: string | null;
  readonly format: ExportFormat | null;
}

/**
 * Declares the export of a list. It contains the filtered or the selected rows in the list's order (VIEW-07,
 * VIEW-08).
 */
export function listExport<D extends AnyList, E extends Record<string, Wire<unknown>> = Record<never, never>>(
  definition: D,
  { name, permission = 'lists:export', summary, fields: others, isSelectable = true }: ListExportDeclaration<E>,
): ExportEndpoint<ListInputOf<D> & ExportQuery & DomainOf<E>> {
  const { fields, spellings } = filterFields(definition);
  const selection = isSelectable ? { selection: maybe(recordId) } : {};
  const query = wireObject({ ...fields, ...others, ...selection, ...exportFormat }, spellings);
  return exportEndpoint({
    name: `export${name}`,
    path: definition.name,
    permission,
    needsProof: true,
    summary,
    query: query as Wire<unknown> as Wire<ListInputOf<D> & ExportQuery & DomainOf<E>>,
  });
}
