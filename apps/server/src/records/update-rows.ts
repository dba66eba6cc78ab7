import type pg from 'pg';
import type { Collection, Row } from './collection.ts';
import { bulkColumns, columnArrays, columnExpression, givenRows } from './column-arrays.ts';

/**
 * Writes some columns of rows that are here, in one statement; rows that are gone or erased stay so.
 * @param only the indices of `columns` to write
 * @returns the ids of the rows that were there
 */
export async function updateRows(
  client: pg.ClientBase,
  collection: Collection,
  rows: readonly Row[],
  only: readonly number[],
): Promise<string[]> {
  const columns = bulkColumns(collection, only);
  const changes = columns.slice(1).map((column) => `${column.name} = ${columnExpression(column)}`);
  const record_state = collection.hasRecordState ? "AND kept.record_state = 'full'" : '';
  const { rows: updated } = await client.query<{ id: string }>(
    `UPDATE ${collection.table} AS kept SET ${changes.join(', ')} FROM ${givenRows(columns)}
     WHERE kept.id = given.id ${record_state} RETURNING kept.id`,
    columnArrays(columns, rows),
  );
  return updated.map(({ id }) => id);
}
