import type pg from 'pg';
import type { Collection, Row } from './collection.ts';
import { bulkColumns, columnArrays, columnExpression, givenRows } from './column-arrays.ts';

function statementText(collection: Collection): string {
  const columns = bulkColumns(collection);
  const names = columns.map(({ name }) => name);
  const changes = names.slice(1).map((name) => `${name} = excluded.${name}`);
  const record_state = collection.hasRecordState
    ? ", record_state = 'full' WHERE kept.record_state <> 'erased'"
    : '';
  return `
    INSERT INTO ${collection.table} AS kept (${names.join(', ')})
    SELECT ${columns.map(columnExpression).join(', ')} FROM ${givenRows(columns)}
    ON CONFLICT (id) DO UPDATE SET ${changes.join(', ')}${record_state}`;
}

/**
 * Writes whole rows in one statement, about 1,000 at a time: what is here is overwritten, a placeholder becomes known,
 * an erased record stays erased. What the rows point at must be there: `ensureStubs` first.
 * Array parameters, because they cost a fifth less than the same rows as JSON and half of JSON arrays (measured).
 * @param rows each id once
 */
export async function upsertRows(
  client: pg.ClientBase,
  collection: Collection,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const values = columnArrays(bulkColumns(collection), rows);
  await client.query({ name: `upsert-${collection.name}`, text: statementText(collection), values });
}
