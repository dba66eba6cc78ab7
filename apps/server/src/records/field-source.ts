import type { GeoPoint } from '@wayside/contract/wire/geo-point';
import type { IdRef, PersonRef } from '@wayside/contract/wire/person-ref';
import { getTableName } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core';

/** The value of a column as in JSON: paise as integers, timestamps as ISO text. */
export type Value = string | number | boolean | null | readonly unknown[];

export interface ColumnWrite {
  readonly column: PgColumn;
  /** @param value the field's value */
  // biome-ignore lint/suspicious/noExplicitAny: the functions that make sources check the type of the value
  read(value: any): Value;
  /** Whether the field of this record is stored in the column; if not, another field may be. */
  // biome-ignore lint/suspicious/noExplicitAny: as above, of the record
  applies?(record: any): boolean;
}

/**
 * Where a field of the domain record is stored: how to read it from the table `b`, and to which columns it is
 * written.
 */
export interface FieldSource<V> {
  /** A SQL expression that returns the value as JSON. */
  readonly json: string;
  readonly joins: readonly string[];
  readonly writes: readonly ColumnWrite[];
  /** Exists only for type checking: a source of another type or nullability does not compile. */
  readonly holds?: (value: V) => V;
}

type Scalar = string | number | boolean | readonly unknown[];

/** A column that can hold the values of a field, with the same type and nullability. Timestamps are ISO text here. */
type ColumnOf<V> = PgColumn & {
  readonly _: {
    readonly data: NonNullable<V> extends string ? string | Date : NonNullable<V>;
    readonly notNull: null extends V ? false : true;
  };
};

/** The source of every field of a record. A missing or unknown key does not compile. */
export type FieldMap<D> = { readonly [K in keyof D]-?: SourceOf<D[K]> };

/** A column or a source. A nested record can also have a map of its fields; it is never null when read. */
export type SourceOf<V> =
  | FieldSource<V>
  | (NonNullable<V> extends Scalar ? ColumnOf<V> : NestedMap<NonNullable<V>, Extract<V, null>>);
type NestedMap<D, N> = { readonly [K in keyof D]-?: SourceOf<D[K] | N> };

export const columnName = ({ name, keyAsName }: PgColumn): string => (keyAsName ? toSnakeCase(name) : name);

const sqlOf = (column: PgColumn): string => `b.${columnName(column)}`;
const jsonOf = (column: PgColumn): string =>
  column.dataType === 'date' ? `iso_instant(${sqlOf(column)})` : sqlOf(column);
const identity = (value: Value): Value => value;

/** Returns the table whose ids a column holds; null if it references no table. */
export function referencedTable(column: PgColumn): string | null {
  const keys = getTableConfig(column.table).foreignKeys.map((key) => key.reference());
  const key = keys.find(({ columns }) => columns.length === 1 && columns[0] === column);
  return key ? getTableName(key.foreignTable) : null;
}

const isSource = (source: object): source is FieldSource<unknown> => 'writes' in source;
const isColumn = (source: object): source is PgColumn => 'getSQLType' in source;

/** Returns the field source of an entry of the map. */
export function sourceOf(entry: unknown): FieldSource<unknown> {
  const source = entry as object;
  if (isSource(source)) return source;
  if (isColumn(source)) return { json: jsonOf(source), joins: [], writes: [{ column: source, read: identity }] };
  return nested(Object.entries(source).map(([key, inner]) => [key, sourceOf(inner)] as const));
}

function nested(fields: readonly (readonly [string, FieldSource<unknown>])[]): FieldSource<unknown> {
  return {
    json: `json_build_object(${fields.map(([key, { json }]) => `'${key}', ${json}`).join(', ')})`,
    joins: fields.flatMap(([, { joins }]) => joins),
    writes: fields.flatMap(([key, { writes }]) =>
      writes.map((write) => ({ ...write, read: (value) => (value === null ? null : write.read(value[key])) })),
    ),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: sources of any types; what they hold is read off them
type NestedSources = Readonly<Record<string, PgColumn | FieldSource<any>>>;
type ValueOf<S> = S extends FieldSource<infer V> ? V : S extends PgColumn ? ColumnValue<S> : never;
type ColumnValue<C extends PgColumn> =
  | (C['_']['data'] extends Date ? string : C['_']['data'])
  | (C['_']['notNull'] extends true ? never : null);
type Nested<M> = { -readonly [K in keyof M]: ValueOf<M[K]> } | null;

/** Defines a nested record that is null if all its columns are null. */
export function nullIfEmpty<M extends NestedSources>(map: M): FieldSource<Nested<M>> {
  const { json, joins, writes } = sourceOf(map);
  const columns = writes.map(({ column }) => sqlOf(column));
  return { json: `CASE WHEN num_nonnulls(${columns.join(', ')}) > 0 THEN ${json} END`, joins, writes };
}

/**
 * Defines a nested record that exists only under a condition. Otherwise it is null, and its columns belong to another
 * field.
 */
export function nullUnless<R, M extends NestedSources>(
  condition: { readonly sql: string; holds(record: R): boolean },
  map: M,
): FieldSource<Nested<M>> {
  const { json, joins, writes } = sourceOf(map);
  return {
    json: `CASE WHEN ${condition.sql} THEN ${json} END`,
    joins,
    writes: writes.map((write) => ({ ...write, applies: condition.holds })),
  };
}

/** Defines a point on the map; null if either coordinate is missing. */
export const point = (
  latitude: ColumnOf<number | null>,
  longitude: ColumnOf<number | null>,
): FieldSource<GeoPoint | null> => ({
  json: `CASE WHEN num_nulls(${sqlOf(latitude)}, ${sqlOf(longitude)}) = 0 THEN
    json_build_object('latitude', ${sqlOf(latitude)}, 'longitude', ${sqlOf(longitude)}) END`,
  joins: [],
  writes: [
    { column: latitude, read: (place: GeoPoint | null) => place?.latitude ?? null },
    { column: longitude, read: (place: GeoPoint | null) => place?.longitude ?? null },
  ],
});

const idWrite = (column: PgColumn): ColumnWrite => ({ column, read: (ref: IdRef | null) => ref?.id ?? null });

/** Defines a reference that exposes only the id. */
export function reference<C extends PgColumn>(
  column: C,
): FieldSource<C['_']['notNull'] extends true ? IdRef : IdRef | null> {
  const ref = `json_build_object('id', ${sqlOf(column)})`;
  const json = column.notNull ? ref : `CASE WHEN ${sqlOf(column)} IS NOT NULL THEN ${ref} END`;
  return { json, joins: [], writes: [idWrite(column)] };
}

/** Defines a customer or mechanic, joined under the column's name without `_id`. */
export function person(column: ColumnOf<string | null>): FieldSource<PersonRef | null> {
  const alias = columnName(column).replace(/_id$/, '');
  const fields = ['id', 'name', 'phone', 'email'].map((field) => `'${field}', ${alias}.${field}`);
  return {
    json: `CASE WHEN ${alias}.id IS NOT NULL THEN json_build_object(${fields.join(', ')}) END`,
    joins: [`LEFT JOIN ${referencedTable(column)} AS ${alias} ON ${alias}.id = ${sqlOf(column)}`],
    writes: [idWrite(column)],
  };
}

/** Defines a field that is written to one column and read from another column or an expression. */
export const separate = <C extends PgColumn>({
  read,
  write,
}: {
  readonly read: PgColumn | string;
  readonly write: C;
}): FieldSource<ColumnValue<C>> => ({
  json: typeof read === 'string' ? read : jsonOf(read),
  joins: [],
  writes: [{ column: write, read: identity }],
});

/** Defines a field that is read from a column and never written with the record. */
export const readOnly = <C extends PgColumn>(column: C): FieldSource<ColumnValue<C>> => expression(jsonOf(column));

/**
 * Defines a field that is read by an expression over `b` and the joined tables. The caller states its type, which is
 * not checked.
 */
export const expression = <V>(json: string): FieldSource<V> => ({ json, joins: [], writes: [] });

/**
 * Defines the number of notes on the record, read from an index for each row of a page; null if there are none
 * (WORK-04).
 */
export const noteCount = (column: 'booking_id' | 'user_id' | 'mechanic_id'): FieldSource<number | null> =>
  expression(
    `(SELECT nullif(count(*), 0) FROM notes WHERE ${column} = b.id${column === 'booking_id' ? '' : ' AND booking_id IS NULL'})`,
  );
