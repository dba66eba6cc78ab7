import type pg from 'pg';
import type { DataKeys } from '../platform/crypto/data-keys.ts';
import { encryptedColumnsOf, isStoredPlain } from '../platform/crypto/encrypted-columns.ts';
import { keyIdOf } from '../platform/crypto/encrypted-text.ts';
import { reencryptRows } from '../platform/crypto/reencrypt.ts';
import type { RecordDefinition, Row } from './define-record.ts';
import type { Value } from './field-source.ts';

const isPlain = (value: Value | undefined): value is string => typeof value === 'string' && !isStoredPlain(value);

/** Returns the positions of the encrypted columns in a row. */
function encryptedColumnPositions({ table, columns }: RecordDefinition): readonly { column: string; at: number }[] {
  const encrypted = encryptedColumnsOf(table);
  return columns.flatMap(({ name }, index) => (encrypted.includes(name) ? [{ column: name, at: index + 1 }] : []));
}

/**
 * Encrypts the values of rows before they are written (PRIV-01). A value that the stored row already has keeps its
 * stored form, so that the database detects no change.
 * @param client in the transaction that writes the rows, which it locks
 */
export async function encryptRows(
  client: pg.ClientBase,
  keys: DataKeys,
  definition: RecordDefinition,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const positions = encryptedColumnPositions(definition);
  if (positions.length === 0 || rows.length === 0) return rows;
  const { table } = definition;
  const columns = positions.map(({ column }) => column);
  const ids = rows.map(([id]) => id);
  const { values: stored } = await reencryptRows(client, keys, { table, columns }, ids);
  const { encrypt } = await keys.encryptor(client);
  return rows.map((row) => {
    const values: [string, ...Value[]] = [...row];
    const [id] = row;
    for (const { column, at } of positions) {
      const value = row[at];
      if (!isPlain(value)) continue;
      const before = stored.get(id)?.get(column);
      values[at] = before?.text === value ? before.stored : encrypt(value, { table, id, column });
    }
    return values;
  });
}

/** @throws Error if a row has a value that `encryptRows` should have encrypted */
export function requireEncrypted(definition: RecordDefinition, rows: readonly Row[]): void {
  for (const { column, at } of encryptedColumnPositions(definition))
    if (rows.some((row) => isPlain(row[at]) && keyIdOf(row[at]) === null))
      throw new Error(`a value of ${definition.table}.${column} is not encrypted`);
}

/** A column of a bulk statement, whose values are passed as one array parameter. */
interface BulkColumn {
  readonly name: string;
  readonly type: string;
  readonly index: number;
}

// Lists are passed as JSON text, because `unnest` would flatten an array of arrays.
const isList = (type: string): boolean => type === 'text[]' || type === 'jsonb';

const parameterValue = (type: string, value: Value | undefined): unknown =>
  isList(type) ? JSON.stringify(value ?? []) : (value ?? null);

/** Returns the expression that fills the column from `given`, the rows of a bulk statement. */
function columnSql(column: BulkColumn): string {
  if (column.type === 'text[]') return `ARRAY(SELECT json_array_elements_text(given.${column.name}::json))`;
  if (column.type === 'jsonb') return `given.${column.name}::jsonb`;
  return `given.${column.name}`;
}

/** Returns the id and the columns of a record, or only the columns at the given indices of `columns`. */
function bulkColumns(definition: RecordDefinition, only?: readonly number[]): readonly BulkColumn[] {
  const all = definition.columns.map(({ name, type }, index) => ({ name, type, index: index + 1 }));
  const id = { name: 'id', type: 'text', index: 0 } as const;
  return [id, ...all.filter((_, index) => only?.includes(index) ?? true)];
}

/** Returns SQL for the rows as a table named `given`, with one array parameter per column. */
function givenRows(columns: readonly BulkColumn[]): string {
  const parameters = columns.map(({ type }, index) => `$${index + 1}::${isList(type) ? 'text' : type}[]`);
  return `unnest(${parameters.join(', ')}) AS given (${columns.map(({ name }) => name).join(', ')})`;
}

function columnArrays(columns: readonly BulkColumn[], rows: readonly Row[]): unknown[][] {
  return columns.map(({ type, index }) => rows.map((row) => parameterValue(type, row[index])));
}

const insertStatement = (definition: RecordDefinition): string => {
  const columns = bulkColumns(definition);
  return `
    INSERT INTO ${definition.table} AS stored (${columns.map(({ name }) => name).join(', ')})
    SELECT ${columns.map(columnSql).join(', ')} FROM ${givenRows(columns)}`;
};

function upsertStatement(definition: RecordDefinition): string {
  const changes = definition.columns.map(({ name }) => `${name} = excluded.${name}`);
  const state = definition.hasRecordState ? ", record_state = 'full' WHERE stored.record_state <> 'erased'" : '';
  return `${insertStatement(definition)} ON CONFLICT (id) DO UPDATE SET ${changes.join(', ')}${state}`;
}

/** Creates a function that writes complete rows with one kind of statement. */
function wholeRowsBy(kind: string, statement: (definition: RecordDefinition) => string) {
  const statements = new WeakMap<RecordDefinition, string>();
  return async (client: pg.ClientBase, definition: RecordDefinition, rows: readonly Row[]): Promise<void> => {
    if (rows.length === 0) return;
    requireEncrypted(definition, rows);
    const text = statements.get(definition) ?? statement(definition);
    statements.set(definition, text);
    const values = columnArrays(bulkColumns(definition), rows);
    await client.query({ name: `${kind}-${definition.table}`, text, values });
  };
}

/**
 * Writes complete rows, about 1,000 per statement. An existing row is overwritten, a stub becomes a full record, and
 * an erased record remains erased. The rows that they reference must exist, so call `ensureStubs` first.
 * @param rows each id once
 */
export const upsertRows = wholeRowsBy('upsert', upsertStatement);

/** Inserts rows that do not exist yet, which is faster than `upsertRows`. @throws a database error if one exists */
export const insertRows = wholeRowsBy('insert', insertStatement);

/**
 * Updates some columns of existing rows; skips deleted or erased rows.
 * @param only the indices of the `columns` to write
 * @returns the ids of the updated rows
 */
export async function updateRows(
  client: pg.ClientBase,
  definition: RecordDefinition,
  rows: readonly Row[],
  only: readonly number[],
): Promise<string[]> {
  requireEncrypted(definition, rows);
  const columns = bulkColumns(definition, only);
  const changes = columns.slice(1).map((column) => `${column.name} = ${columnSql(column)}`);
  const state = definition.hasRecordState ? "AND stored.record_state = 'full'" : '';
  const { rows: updated } = await client.query<{ id: string }>(
    `UPDATE ${definition.table} AS stored SET ${changes.join(', ')} FROM ${givenRows(columns)}
     WHERE stored.id = given.id ${state} RETURNING stored.id`,
    columnArrays(columns, rows),
  );
  return updated.map(({ id }) => id);
}
