import type pg from 'pg';
import { type Collection, REFERENCED_NAMES, type ReferencedName, type Row } from './collection.ts';

/** The ids that rows point at and that are not known here, by the collection they belong to. */
export type UnknownReferences = ReadonlyMap<ReferencedName, ReadonlySet<string>>;

function referencedIds(collection: Collection, rows: readonly Row[], name: ReferencedName): string[] {
  const ids = new Set<string>();
  for (const [index, column] of collection.columns.entries()) {
    if (column.references !== name) continue;
    for (const row of rows) {
      const id = row[index + 1];
      if (typeof id === 'string') ids.add(id);
    }
  }
  return [...ids];
}

const UNKNOWN = `SELECT wanted.id FROM wanted LEFT JOIN kept ON kept.id = wanted.id
  WHERE kept.record_state IS DISTINCT FROM 'full'`;

const wantedIn = (table: ReferencedName) =>
  `WITH wanted AS (SELECT id FROM unnest($1::text[]) AS given (id)), kept AS (SELECT id, record_state FROM ${table} WHERE id = ANY ($1))`;

// In order, so that two writers cannot deadlock.
const withStubs = (table: ReferencedName) => `${wantedIn(table)},
  made AS (
    INSERT INTO ${table} (id, record_state)
    SELECT id, 'stub' FROM wanted WHERE id NOT IN (SELECT id FROM kept) ORDER BY id ON CONFLICT (id) DO NOTHING
  ) ${UNKNOWN}`;

async function askEach(
  client: pg.ClientBase,
  collection: Collection,
  rows: readonly Row[],
  statement: (table: ReferencedName) => { name: string; text: string },
): Promise<UnknownReferences> {
  const unknown = new Map<ReferencedName, ReadonlySet<string>>();
  for (const name of REFERENCED_NAMES) {
    const ids = referencedIds(collection, rows, name);
    if (ids.length === 0) continue;
    const { rows: missing } = await client.query<{ id: string }>({ ...statement(name), values: [ids] });
    if (missing.length > 0) unknown.set(name, new Set(missing.map(({ id }) => id)));
  }
  return unknown;
}

/**
 * Makes a row with record_state `unknown` for each record that the rows point at and that is not here, so that foreign
 * keys hold; `upsertRows` makes it known when the record itself comes.
 * @returns the references whose record is not known: just made, made earlier, or erased
 */
export function ensureStubs(
  client: pg.ClientBase,
  collection: Collection,
  rows: readonly Row[],
): Promise<UnknownReferences> {
  return askEach(client, collection, rows, (table) => ({
    name: `placeholders-${table}`,
    text: withStubs(table),
  }));
}

/** The references of the rows whose record is not known; makes nothing. */
export function findUnknownReferences(
  client: pg.ClientBase,
  collection: Collection,
  rows: readonly Row[],
): Promise<UnknownReferences> {
  return askEach(client, collection, rows, (table) => ({
    name: `unknown-${table}`,
    text: `${wantedIn(table)} ${UNKNOWN}`,
  }));
}
