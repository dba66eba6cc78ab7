import type { RecordDefinition, Row } from './define-record.ts';
import type { Value } from './field-source.ts';

/** A column as a statement takes it in bulk: all its values as one array parameter. */
interface BulkColumn {
  readonly name: string;
  readonly type: string;
  /** Where its value stands in a row. */
  readonly index: number;
}

// A list travels as its JSON text: `unnest` would take an array of arrays apart to the last element.
const isList = (type: string): boolean => type === 'text[]' || type === 'jsonb';

const parameterValue = (type: string, value: Value | undefined): unknown =>
  isList(type) ? JSON.stringify(value ?? []) : (value ?? null);

/** The expression that fills the column from `given`, the rows of a bulk statement. */
export function columnExpression(column: BulkColumn): string {
  if (column.type === 'text[]') return `ARRAY(SELECT json_array_elements_text(given.${column.name}::json))`;
  if (column.type === 'jsonb') return `given.${column.name}::jsonb`;
  return `given.${column.name}`;
}

/** The id and the columns of a record, or only those at the given indices of `columns`. */
export function bulkColumns(definition: RecordDefinition, only?: readonly number[]): readonly BulkColumn[] {
  const all = definition.columns.map(({ name, type }, index) => ({ name, type, index: index + 1 }));
  const id = { name: 'id', type: 'text', index: 0 } as const;
  return [id, ...all.filter((_, index) => only?.includes(index) ?? true)];
}

/** The rows as a table named `given`, from array parameters, one for each column. */
export function givenRows(columns: readonly BulkColumn[]): string {
  const parameters = columns.map(({ type }, index) => `$${index + 1}::${isList(type) ? 'text' : type}[]`);
  return `unnest(${parameters.join(', ')}) AS given (${columns.map(({ name }) => name).join(', ')})`;
}

/** The array parameters of `givenRows`. */
export function columnArrays(columns: readonly BulkColumn[], rows: readonly Row[]): unknown[][] {
  return columns.map(({ type, index }) => rows.map((row) => parameterValue(type, row[index])));
}
