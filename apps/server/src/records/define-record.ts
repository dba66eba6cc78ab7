import type { FieldValue } from '@wayside/contract/activity';
import type { Wire } from '@wayside/contract/wire/wire';
import { getTableColumns, getTableName, getViewName, is } from 'drizzle-orm';
import { type PgColumn, type PgTable, PgView } from 'drizzle-orm/pg-core';
import { columnName, type FieldMap, referencedTable, sourceOf, type Value } from './field-source.ts';

/**
 * Tables that other tables reference and that hold stubs for missing records. Their collections have the same names.
 */
export const REFERENCED_NAMES = ['users', 'mechanics', 'services', 'bookings', 'payments'] as const;
export type ReferencedName = (typeof REFERENCED_NAMES)[number];

/** One column that a record is written to, with its type for a bulk statement. */
export interface RecordColumn {
  readonly name: string;
  /** The field's name in the activity log. */
  readonly field: string;
  readonly type: string;
  /** The referenced table if it can contain stubs; null if it cannot or if the column references no table. */
  readonly references: ReferencedName | null;
}

/** The values of a record: its id, followed by one value per column in the order of the definition. */
export type Row = readonly [id: string, ...values: Value[]];

export interface RecordSelect {
  readonly table: string;
  readonly json: string;
  readonly joins: string;
  /**
   * The SQL condition of a full record; absent if the table has a `record_state`, which tells full records from
   * stubs.
   */
  readonly condition?: string;
}

/**
 * A record of the domain and its table, from which statements and rows are derived. `S` is the record as read by an
 * import.
 */
export interface RecordDefinition<D = unknown, S = D> {
  /** The name of its file in an import, without `.json`. */
  readonly collection: string;
  readonly schema: Wire<D>;
  readonly sourceSchema: Wire<S>;
  readonly table: string;
  /** Whether the table distinguishes full records from stubs and erased ones. */
  readonly hasRecordState: boolean;
  /** Whether ledger entries follow from its records. If so, writers post in their transaction (PAYO-10). */
  readonly posts: boolean;
  /** All columns that are written, except the id. */
  readonly columns: readonly RecordColumn[];
  readonly select: RecordSelect;
  toRow(record: S): Row;
  /** Returns the fields that differ, by their domain names; null means that there is no record. */
  changes(before: S | null, after: S | null): FieldChange[];
}

export interface FieldChange {
  readonly field: string;
  readonly column: string;
  readonly before: FieldValue;
  readonly after: FieldValue;
}

/** The values of columns from which no field of the record is read, by property name in the table's definition. */
type Computed<T extends PgTable, S> = { readonly [K in keyof T['_']['columns']]?: (record: S) => Value };

interface Declaration<T extends PgTable, D, S> {
  readonly table: T;
  readonly schema: Wire<D>;
  readonly collection: string;
  /** The schema of the record in an import, if it differs from `schema`. */
  readonly sourceSchema?: Wire<S>;
  readonly posts?: boolean;
  readonly map: FieldMap<NoInfer<D>>;
  readonly computed?: Computed<T, NoInfer<S>>;
}

export function defineRecord<
  T extends PgTable,
  D extends { readonly id: string },
  S extends { readonly id: string } = D,
>(declaration: Declaration<T, D, S>): RecordDefinition<D, S> {
  const { table, schema, collection, map, computed = {}, posts = false } = declaration;
  const select = defineSelect({ table, map });
  const { id: _id, ...writers } = writersOf<S>(table, map, computed);
  const readers = Object.values(writers).map(({ read }) => read);
  const columns = Object.entries(writers).map(([field, { column }]) => recordColumn(field, column));
  return {
    collection,
    schema,
    sourceSchema: declaration.sourceSchema ?? (schema as Wire<unknown> as Wire<S>),
    table: select.table,
    hasRecordState: hasRecordState(table),
    posts,
    columns,
    select,
    toRow: (record) => [record.id, ...readers.map((read) => read(record))],
    changes: (before, after) =>
      columns.flatMap(({ name, field }, index) => {
        const read = readers[index];
        const [was = null, is = null] = [before, after].map((record) =>
          record && read ? plain(read(record)) : null,
        );
        return was === is ? [] : [{ field, column: name, before: was, after: is }];
      }),
  };
}

/** Defines how a record is read. `joins` lists further tables that expressions of the map need. */
export function defineSelect<D>({
  table,
  map,
  joins = [],
}: {
  readonly table: PgTable | PgView;
  readonly schema?: Wire<D>;
  readonly map: FieldMap<NoInfer<D>>;
  readonly joins?: readonly string[];
}): RecordSelect {
  const source = sourceOf(map);
  return {
    table: is(table, PgView) ? getViewName(table) : getTableName(table),
    json: source.json,
    joins: [...source.joins, ...joins].join(' '),
    ...(!is(table, PgView) && hasRecordState(table) ? {} : { condition: 'true' }),
  };
}

const hasRecordState = (table: PgTable): boolean => 'recordState' in getTableColumns(table);

interface Writer<S> {
  readonly column: PgColumn;
  read(record: S): Value;
}

/** Returns the writer of each column, by property name in the table's definition. */
function writersOf<S>(table: PgTable, map: object, computed: Record<string, unknown>): Record<string, Writer<S>> {
  const names = new Map(Object.entries(getTableColumns(table)).map(([name, column]) => [column, name] as const));
  const writers: Record<string, Writer<S>> = {};
  for (const [key, entry] of Object.entries(map))
    for (const { column, read, applies } of sourceOf(entry).writes) {
      const name = names.get(column);
      if (name === undefined) throw new Error(`${columnName(column)} is not a column of ${getTableName(table)}`);
      if (writers[name] && !applies) throw new Error(`two fields map to the column ${columnName(column)}`);
      const other = writers[name]?.read;
      const own = (record: S): Value => read((record as Record<string, unknown>)[key]);
      writers[name] = {
        column,
        read: applies ? (record) => (applies(record) ? own(record) : (other?.(record) ?? null)) : own,
      };
    }
  for (const [name, column] of Object.entries(getTableColumns(table)))
    if (computed[name]) writers[name] = { column, read: computed[name] as Writer<S>['read'] };
  return writers;
}

function recordColumn(field: string, column: PgColumn): RecordColumn {
  const table = referencedTable(column);
  return {
    name: columnName(column),
    field,
    type: column.dataType === 'date' ? 'timestamptz' : column.getSQLType().replace(/ collate .*/, ''),
    references: REFERENCED_NAMES.find((name) => name === table) ?? null,
  };
}

const plain = (value: Value): FieldValue =>
  value === null || typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
