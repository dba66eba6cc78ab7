import type { FieldValue } from '@wayside/contract/activity';
import type { Wire } from '@wayside/contract/wire/wire';
import { getTableColumns, getTableName, getViewName, is } from 'drizzle-orm';
import { type PgColumn, type PgTable, PgView } from 'drizzle-orm/pg-core';
import { columnName, type FieldMap, referencedTable, sourceOf, type Value } from './field-source.ts';

/** Tables that others reference and that hold stubs for records that have not come. Their collections bear their names. */
export const REFERENCED_NAMES = ['users', 'mechanics', 'services', 'bookings', 'payments'] as const;
export type ReferencedName = (typeof REFERENCED_NAMES)[number];

/** One column that a record is written to, with its type for a bulk statement. */
export interface RecordColumn {
  readonly name: string;
  /** How the activity log names the field. */
  readonly field: string;
  readonly type: string;
  /** The referenced table, if stubs can replace its records. */
  readonly references: ReferencedName | null;
}

/** The values of a record: its id and then one for each column, in the definition's order. */
export type Row = readonly [id: string, ...values: Value[]];

export interface RecordSelect {
  readonly table: string;
  readonly json: string;
  readonly joins: string;
  /** Missing if the table distinguishes full records from stubs by `record_state`. */
  readonly condition?: string;
}

/** A record of the domain in its table, from which statements and rows are derived. `S` is the record as an import reads it. */
export interface RecordDefinition<D = unknown, S = D> {
  /** Its file in an import, without `.json`. */
  readonly collection: string;
  readonly schema: Wire<D>;
  readonly sourceSchema: Wire<S>;
  readonly table: string;
  /** Whether the table distinguishes full records from stubs and erased ones. */
  readonly hasRecordState: boolean;
  /** Whether ledger entries follow from its records, so that writers post in their transaction (PAYO-10). */
  readonly posts: boolean;
  /** All columns that are written, without the id. */
  readonly columns: readonly RecordColumn[];
  readonly select: RecordSelect;
  toRow(record: S): Row;
  /** The columns that differ, under the domain's names; null is no record. */
  changes(before: S | null, after: S | null): FieldChange[];
}

export interface FieldChange {
  readonly field: string;
  readonly column: string;
  readonly before: FieldValue;
  readonly after: FieldValue;
}

/** The values of columns that no field of the record is read from, by the column's name in the table's definition. */
type Computed<T extends PgTable, S> = { readonly [K in keyof T['_']['columns']]?: (record: S) => Value };

interface Declaration<T extends PgTable, D, S> {
  readonly table: T;
  readonly schema: Wire<D>;
  readonly collection: string;
  /** How an import spells the record, if that differs from the display. */
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

/** Defines how a record is read. `joins` are the tables that expressions of the map need as well. */
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

/** The writer of each column, by its name in the table's definition. */
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
