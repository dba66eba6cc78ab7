import { countEndpoint } from './count-endpoint.ts';
import { endpoint } from './endpoint.ts';
import { type ExportEndpoint, exportEndpoint } from './export-endpoint.ts';
import { type ExportFormat, exportFormat } from './export-format.ts';
import { flag, maybe, oneOf, recordId } from './fields.ts';
import type { Filter, ListDefinition, ListInputOf } from './list-definition.ts';
import { dayRangeKeys, severalOf, sortKey, viewDayRangeKeys } from './list-query.ts';
import { pageLimit, pageNumber } from './paging.ts';
import type { Permission, ReadScope } from './permissions.ts';
import { between, searchText, typedText } from './request-fields.ts';
import type { Wire } from './wire.ts';
import { type DomainOf, wireObject } from './wire-object.ts';
import { wireValue } from './wire-value.ts';

const MAX_WORD_LENGTH = 100;
const MAX_MINUTES = 100_000;

// biome-ignore lint/suspicious/noExplicitAny: a definition of any list
type AnyList = ListDefinition<string, any, string>;

interface Declared<A> {
  /** The end of the calls' names: "Bookings". */
  readonly name: string;
  readonly path: string;
  readonly permission: Permission;
  readonly readScope?: ReadScope;
  readonly tag: string;
  readonly answer: Wire<A>;
  /** For the reference. */
  readonly summary: string;
}

interface DeclaredExport<E> {
  readonly name: string;
  /** `lists:export` by default: rows about persons or money. */
  readonly permission?: Permission;
  readonly summary: string;
  /** Further query keys. */
  readonly fields?: E;
  /** Whether selected rows can be exported; true by default. */
  readonly isSelectable?: boolean;
}

/** One word of a set; missing and the word for "no filter" are null. */
const oneOrNone = (words: readonly string[], noneWord: string): Wire<string | null> =>
  wireValue(
    maybe(oneOf([...words, noneWord])),
    (word) => (word === noneWord ? null : word),
    // Another provider is asked without the key; nodes of the previous release need a word of our own.
    (word) => word ?? (noneWord === 'all' ? null : noneWord),
  );

function filterField({ type, words, spellings, noneWord }: Filter): Wire<unknown> {
  switch (type) {
    case 'several':
      return severalOf(words, spellings);
    case 'one':
      return oneOrNone(words, noneWord);
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

/** The query keys of a list and their spellings on the wire. */
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

/** The calls that a definition of a list gives: a page, and the counts of views (VIEW-04). */
export function listEndpoints<D extends AnyList, A>(definition: D, declared: Declared<A>) {
  type Input = ListInputOf<D>;
  const { name, path, permission, readScope, tag, summary, answer } = declared;
  const { fields, spellings } = filterFields(definition);
  const list = endpoint({
    name: `list${name}`,
    method: 'GET',
    path,
    permission,
    ...(readScope ? { readScope } : {}),
    summary,
    tag,
    query: wireObject({ page: pageNumber, limit: pageLimit, ...fields }, spellings) as Wire<unknown> as Wire<
      PageQuery & Input
    >,
    answer,
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

/** The export of a list: the rows that its filters leave, or those that are selected, in its order (VIEW-07, VIEW-08). */
export function listExport<D extends AnyList, E extends Record<string, Wire<unknown>> = Record<never, never>>(
  definition: D,
  { name, permission = 'lists:export', summary, fields: others, isSelectable = true }: DeclaredExport<E>,
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
