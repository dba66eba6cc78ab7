import type { Collection, ColumnType, Row, Value } from './collection.ts';

/** A column as a statement takes it in bulk: all its values as one array parameter. */
interface BulkColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Where its value stands in a row. */
  readonly index: number;
}

// A list travels as its JSON text: `unnest` would take an array of arrays apart to the last element.
const parameterType = (type: ColumnType): string => (type === 'text[]' || type === 'jsonb' ? 'text' : type);

function parameterValue(type: ColumnType, value: Value | undefined): unknown {
  return type === 'text[]' || type === 'jsonb' ? JSON.stringify(value ?? []) : (value ?? null);
}

/** What a bulk statement reads of `given`, its rows, to fill the column. */
export function columnExpression(column: BulkColumn): string {
  if (column.type === 'text[]') return `ARRAY(SELECT json_array_elements_text(given.${column.name}::json))`;
  if (column.type === 'jsonb') return `given.${column.name}::jsonb`;
  return `given.${column.name}`;
}

/** The id and the columns of a collection, or only those at the given indices of `columns`. */
export function bulkColumns(collection: Collection, only?: readonly number[]): readonly BulkColumn[] {
  const all = collection.columns.map(({ name, type }, index) => ({ name, type, index: index + 1 }));
  const id = { name: 'id', type: 'text', index: 0 } as const;
  return [id, ...all.filter((_, index) => only?.includes(index) ?? true)];
}

/** The rows as a table named `given`, from array parameters, one for each column. */
export function givenRows(columns: readonly BulkColumn[]): string {
  const parameters = columns.map(({ type }, index) => `$${index + 1}::${parameterType(type)}[]`);
  return `unnest(${parameters.join(', ')}) AS given (${columns.map(({ name }) => name).join(', ')})`;
}

/** The array parameters of `givenRows`. */
export function columnArrays(columns: readonly BulkColumn[], rows: readonly Row[]): unknown[][] {
  return columns.map(({ type, index }) => rows.map((row) => parameterValue(type, row[index])));
}
