import type pg from 'pg';
import { REFERENCED_NAMES, type RecordDefinition, type ReferencedName, type Row } from './define-record.ts';

/**
 * The ids that rows reference, by table, and whose records are missing because they were never written, are stubs, or
 * were erased.
 */
export type MissingReferences = ReadonlyMap<ReferencedName, ReadonlySet<string>>;

function referencedIds(definition: RecordDefinition, rows: readonly Row[], name: ReferencedName): string[] {
  const ids = new Set<string>();
  for (const [index, column] of definition.columns.entries()) {
    if (column.references !== name) continue;
    for (const row of rows) {
      const id = row[index + 1];
      if (typeof id === 'string') ids.add(id);
    }
  }
  return [...ids];
}

const SELECT_MISSING = `SELECT wanted.id FROM wanted LEFT JOIN stored ON stored.id = wanted.id
  WHERE stored.record_state IS DISTINCT FROM 'full'`;

const wantedSql = (table: ReferencedName) =>
  `WITH wanted AS (SELECT id FROM unnest($1::text[]) AS given (id)), stored AS (SELECT id, record_state FROM ${table} WHERE id = ANY ($1))`;

// Inserts in the order of ids, so that two writers cannot deadlock.
const insertStubsSql = (table: ReferencedName) => `${wantedSql(table)},
  made AS (
    INSERT INTO ${table} (id, record_state)
    SELECT id, 'stub' FROM wanted WHERE id NOT IN (SELECT id FROM stored) ORDER BY id ON CONFLICT (id) DO NOTHING
  ) ${SELECT_MISSING}`;

async function findInEach(
  client: pg.ClientBase,
  definition: RecordDefinition,
  rows: readonly Row[],
  statement: (table: ReferencedName) => { name: string; text: string },
): Promise<MissingReferences> {
  const missing = new Map<ReferencedName, ReadonlySet<string>>();
  for (const name of REFERENCED_NAMES) {
    const ids = referencedIds(definition, rows, name);
    if (ids.length === 0) continue;
    const { rows: found } = await client.query<{ id: string }>({ ...statement(name), values: [ids] });
    if (found.length > 0) missing.set(name, new Set(found.map(({ id }) => id)));
  }
  return missing;
}

/**
 * Adds a stub for each referenced record that has no row, so that foreign keys hold. `upsertRows` makes it a full
 * record when the record arrives.
 */
export function ensureStubs(
  client: pg.ClientBase,
  definition: RecordDefinition,
  rows: readonly Row[],
): Promise<MissingReferences> {
  return findInEach(client, definition, rows, (table) => ({
    name: `ensure-stubs-${table}`,
    text: insertStubsSql(table),
  }));
}

/** Returns the references of the rows whose records are missing; adds no stubs. */
export function findMissingReferences(
  client: pg.ClientBase,
  definition: RecordDefinition,
  rows: readonly Row[],
): Promise<MissingReferences> {
  return findInEach(client, definition, rows, (table) => ({
    name: `missing-${table}`,
    text: `${wantedSql(table)} ${SELECT_MISSING}`,
  }));
}
