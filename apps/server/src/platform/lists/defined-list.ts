import type { Endpoint } from '@wayside/contract/wire/endpoint';
import type { ListDefinition, ListInputOf } from '@wayside/contract/wire/list-definition';
import type { ExportEndpoint, ExportFormat } from '@wayside/contract/wire/list-endpoints';
import type { Page } from '@wayside/contract/wire/paging';
import { hasPermission } from '../../caller-permissions.ts';
import type { CallContext, ReaderContext } from '../../context.ts';
import { type DayRange, dayRange, type ListFilters, type ListShape } from '../db/list-shape.ts';
import { countRows, readFoundPage } from '../db/read-page.ts';
import type { PageInput } from '../db/statement-page.ts';
import { exportList } from '../exports/export-list.ts';
import { listExportRoute } from '../exports/export-route.ts';
import type { ExportColumn } from '../exports/export-table.ts';
import { type Route, route } from '../http/route.ts';
import { readDay } from './read-day.ts';

const MINUTE_MS = 60_000;

// biome-ignore lint/suspicious/noExplicitAny: a definition of any list
type AnyDefinition = ListDefinition<string, any, string>;

/**
 * The SQL of a filter. `status` compares the status column; `age` compares the minutes since the list's date;
 * `column` compares a column for equality; `flag` applies a named condition of the shape, which by default has the
 * name of the value.
 */
type FilterSql = 'status' | 'age' | 'flag' | { readonly column: string } | { readonly flag: string };

type FilterKey<D> = Exclude<keyof ListInputOf<D>, 'search' | 'from' | 'to' | 'sort'>;

/** A list of the API with its SQL. */
export interface DefinedList<D extends AnyDefinition, R> {
  readonly definition: D;
  readonly shape: ListShape;
  readonly filters: { readonly [K in FilterKey<D>]: FilterSql };
  /** Columns of the export (VIEW-08). */
  readonly columns: readonly ExportColumn<R>[];
  /** The shape for the export if the export searches more columns. */
  readonly exportShape?: ListShape;
  /** Hides values that the reader may not see. */
  readonly forReader?: (context: ReaderContext) => Promise<(row: R) => R | Promise<R>>;
}

/** Connects a list of the API with its SQL. */
export const definedList = <R, D extends AnyDefinition>(list: DefinedList<D, R>): DefinedList<D, R> => list;

/** Returns the days in both ranges. If they share none, `from` is later than `to`. */
const daysInBoth = (one: DayRange | null, day: string): DayRange => ({
  from: one !== null && one.from > day ? one.from : day,
  to: one !== null && one.to < day ? one.to : day,
});

/** Converts the input to filters. If the list has days, a search for a day becomes a filter (BOOK-15). */
function listFilters<D extends AnyDefinition, R>(
  context: Pick<ReaderContext, 'now' | 'session'>,
  { definition, filters }: Pick<DefinedList<D, R>, 'definition' | 'filters'>,
  given: Readonly<Record<string, unknown>>,
): ListFilters {
  const textOf = (key: string) => (typeof given[key] === 'string' && given[key] !== '' ? given[key] : null);
  let status: readonly string[] | null = null;
  let before: Date | null = null;
  const fixedFilters: { column: string; id: string }[] = [];
  const flags: string[] = [];
  for (const [key, sql] of Object.entries<FilterSql>(filters)) {
    const value = given[key];
    if (value === null || value === undefined || value === '' || value === false) continue;
    if (sql === 'status') status = Array.isArray(value) ? value : [String(value)];
    else if (sql === 'age') before = new Date(context.now().getTime() - Number(value) * MINUTE_MS);
    else if (sql === 'flag') flags.push(String(value));
    else if ('column' in sql) fixedFilters.push({ column: sql.column, id: String(value) });
    else flags.push(sql.flag);
  }
  const search = textOf('search');
  const searchedDay = definition.hasDays && search !== null ? readDay(search, context.now()) : null;
  const days = dayRange({ from: textOf('from'), to: textOf('to') });
  return {
    status,
    search: searchedDay === null ? search : null,
    hidesTransactions: !hasPermission(context, 'payouts:read'),
    fixedFilters,
    flags,
    days: searchedDay === null ? days : daysInBoth(days, searchedDay),
    before,
    sort: textOf('sort'),
  };
}

/** Reads a page with the total number of rows and, if the list has one, the sum (API-14). */
async function readListPage<D extends AnyDefinition, R>(
  context: ReaderContext,
  list: DefinedList<D, R>,
  input: ListInputOf<D> & PageInput,
): Promise<Page<R> & { readonly sumPaise: number }> {
  const { page, limit } = input;
  const found = await readFoundPage<R>(context.database, list.shape, {
    ...listFilters(context, list, input),
    page,
    limit,
  });
  const forReader = await list.forReader?.(context);
  return forReader ? { ...found, rows: await Promise.all(found.rows.map(forReader)) } : found;
}

/** Creates the routes of a list, its counts (VIEW-04) and its export (VIEW-08). */
export function listRoutes<D extends AnyDefinition, R>(
  list: DefinedList<D, R>,
  calls: {
    readonly list: Endpoint<
      Record<string, never>,
      ListInputOf<D> & PageInput,
      null,
      Page<R> & { readonly sumPaise?: number }
    >;
    readonly count: Endpoint<
      Record<string, never>,
      Record<string, never>,
      { readonly views: ListInputOf<D>[] },
      { readonly counts: number[] }
    >;
    readonly export: ExportEndpoint<
      ListInputOf<D> & { readonly selection: string | null; readonly format: ExportFormat | null }
    >;
  },
): Route[] {
  const { definition, shape, columns, exportShape = shape } = list;
  return [
    route(calls.list, (context, { query }) => readListPage(context, list, query)),
    route(calls.count, async (context, { body }) => ({
      counts: await countRows(
        context.database,
        shape,
        body.views.map((view) => listFilters(context, list, view)),
      ),
    })),
    listExportRoute(calls.export, definition.name, (context: CallContext, input) =>
      exportList(context, {
        name: definition.name,
        columns,
        shape: exportShape,
        filters: listFilters(context, list, input),
        requestedFilters: input,
      }),
    ),
  ];
}
