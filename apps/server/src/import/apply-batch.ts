import type pg from 'pg';
import { removeDemoConfiguration } from '../demo/beside-demo.ts';
import type { Collection, ReferencedName, Row } from '../records/collection.ts';
import {
  ensurePlaceholders,
  findUnknownReferences,
  type UnknownReferences,
} from '../records/ensure-placeholders.ts';
import { updateRows } from '../records/update-rows.ts';
import { upsertRows } from '../records/upsert-rows.ts';
import { changedColumns, fieldHashes } from './field-hashes.ts';
import { recall, remember } from './imported-records.ts';

/** What became of a batch. */
export interface BatchOutcome {
  readonly added: readonly string[];
  readonly changed: number;
  readonly same: number;
  readonly unknownReferences: number;
}

/** Rows and which of their columns the source has changed. */
interface Change {
  readonly only: readonly number[];
  readonly rows: Row[];
}

interface Sorted {
  readonly added: Row[];
  readonly same: Row[];
  readonly changes: ReadonlyMap<string, Change>;
  readonly hashes: ReadonlyMap<string, Buffer>;
}

function sortRows(rows: readonly Row[], remembered: ReadonlyMap<string, Buffer | null>): Sorted {
  const added: Row[] = [];
  const same: Row[] = [];
  const changes = new Map<string, Change>();
  const hashes = new Map<string, Buffer>();
  for (const row of rows) {
    const [id] = row;
    const before = remembered.get(id);
    const after = fieldHashes(row);
    const only = before ? changedColumns(before, after) : [];
    if (before === undefined) added.push(row);
    // Erased here (null) or as it was at the source: left alone, whatever has happened to it here.
    else if (before === null || only.length === 0) {
      same.push(row);
      continue;
    } else {
      const key = only.join();
      const change = changes.get(key) ?? { only, rows: [] };
      change.rows.push(row);
      changes.set(key, change);
    }
    hashes.set(id, after);
  }
  return { added, same, changes, hashes };
}

function countReferences(
  collection: Collection,
  rows: readonly Row[],
  unknown: UnknownReferences,
  isExpected: (name: ReferencedName, id: string) => boolean,
): number {
  let count = 0;
  for (const [index, { references }] of collection.columns.entries()) {
    const ids = references === undefined ? undefined : unknown.get(references);
    if (references === undefined || !ids) continue;
    for (const row of rows) {
      const id = row[index + 1];
      if (typeof id === 'string' && ids.has(id) && !isExpected(references, id)) count++;
    }
  }
  return count;
}

/**
 * Applies the records of one batch and what is remembered of them (IMPO-02): new ones are written whole, of changed
 * ones only the fields that changed at the source, the rest is left alone.
 * @param client inside of a transaction
 * @param isExpected whether a record that is not known here came earlier in this run, which a dry run does not keep
 */
export async function applyBatch(
  client: pg.ClientBase,
  collection: Collection,
  rows: readonly Row[],
  isExpected: (name: ReferencedName, id: string) => boolean,
): Promise<BatchOutcome> {
  const remembered = await recall(client, collection.name, rows);
  const { added, same, changes, hashes } = sortRows(rows, remembered);
  const written = [...added, ...[...changes.values()].flatMap((change) => change.rows)];
  const unknown = await ensurePlaceholders(client, collection, written);
  const unknownOfSame = await findUnknownReferences(client, collection, same);
  if (collection.name === 'configs' && added.length > 0) await removeDemoConfiguration(client);
  await upsertRows(client, collection, added);
  let changed = 0;
  for (const change of changes.values())
    changed += (await updateRows(client, collection, change.rows, change.only)).length;
  await remember(client, collection.name, hashes);
  return {
    added: added.map(([id]) => id),
    changed,
    // What the source has changed but is gone here stays gone.
    same: rows.length - added.length - changed,
    unknownReferences:
      countReferences(collection, written, unknown, isExpected) +
      countReferences(collection, same, unknownOfSame, isExpected),
  };
}
