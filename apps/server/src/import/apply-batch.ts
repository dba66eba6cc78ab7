import type pg from 'pg';
import { removeDemoConfiguration } from '../demo/beside-demo.ts';
import { bookSourceWallets } from '../ledger/book-source-wallets.ts';
import { lockLedger, postOwnEntries } from '../ledger/post-entries.ts';
import { COLLECTION_NAMES, type Collection, type ReferencedName, type Row } from '../records/collection.ts';
import { ensureStubs, findUnknownReferences, type UnknownReferences } from '../records/ensure-stubs.ts';
import { stateConfiguration } from '../records/state-configuration.ts';
import { updateRows } from '../records/update-rows.ts';
import { upsertRows } from '../records/upsert-rows.ts';
import { changedColumns, type FieldPlaces, fieldHashes, fieldPlaces } from './field-hashes.ts';
import { recall, remember } from './imported-records.ts';

/** What became of a batch. */
export interface BatchOutcome {
  readonly added: readonly string[];
  readonly changed: number;
  readonly same: number;
  readonly unknownReferences: number;
  /** Ids of records that are not here and may still come in this run: of a collection that is imported later. */
  readonly awaited: readonly string[];
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

function sortRows(
  rows: readonly Row[],
  remembered: ReadonlyMap<string, Buffer | null>,
  places: FieldPlaces,
): Sorted {
  const added: Row[] = [];
  const same: Row[] = [];
  const changes = new Map<string, Change>();
  const hashes = new Map<string, Buffer>();
  for (const row of rows) {
    const [id] = row;
    const before = remembered.get(id);
    const after = fieldHashes(row, places);
    const only = before ? changedColumns(before, after, places) : [];
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

const isLater = (name: ReferencedName, collection: Collection) =>
  COLLECTION_NAMES.indexOf(name) > COLLECTION_NAMES.indexOf(collection.name);

function missingReferences(
  collection: Collection,
  rows: readonly Row[],
  unknown: UnknownReferences,
  isExpected: (name: ReferencedName, id: string) => boolean,
): Pick<BatchOutcome, 'unknownReferences' | 'awaited'> {
  let unknownReferences = 0;
  const awaited: string[] = [];
  for (const [index, { references }] of collection.columns.entries()) {
    const ids = references === undefined ? undefined : unknown.get(references);
    if (references === undefined || !ids) continue;
    for (const row of rows) {
      const id = row[index + 1];
      if (typeof id !== 'string' || !ids.has(id) || isExpected(references, id)) continue;
      if (isLater(references, collection)) awaited.push(id);
      else unknownReferences++;
    }
  }
  return { unknownReferences, awaited };
}

/** @returns how many of the changed rows were there to be changed */
async function write(
  client: pg.ClientBase,
  collection: Collection,
  added: readonly Row[],
  changes: Sorted['changes'],
): Promise<number> {
  if (collection.name === 'configs') {
    if (added.length > 0) await removeDemoConfiguration(client);
    const changed = [...changes.values()].flatMap(({ rows }) => rows);
    for (const row of [...added, ...changed]) await stateConfiguration(client, row);
    return changed.length;
  }
  await upsertRows(client, collection, added);
  let changed = 0;
  for (const { rows, only } of changes.values())
    changed += (await updateRows(client, collection, rows, only)).length;
  return changed;
}

/**
 * Applies the records of one batch and what is remembered of them (IMPO-02): new ones are written whole, of changed
 * ones only the fields that changed at the source, the rest is left alone. Ledger entries and wallets are posted with
 * them (PAYO-10, LOYA-05). Rows are written in the order of their ids, so that two writers cannot deadlock.
 * @param client inside of a transaction
 * @param isExpected whether a record that is not known here came earlier in this run, which a dry run does not keep
 */
export async function applyBatch(
  client: pg.ClientBase,
  collection: Collection,
  given: readonly Row[],
  isExpected: (name: ReferencedName, id: string) => boolean,
): Promise<BatchOutcome> {
  const rows = given.toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (collection.posts) await lockLedger(client);
  const places = await fieldPlaces(client, collection);
  const remembered = await recall(client, collection.name, rows);
  const { added, same, changes, hashes } = sortRows(rows, remembered, places);
  const written = [...added, ...[...changes.values()].flatMap((change) => change.rows)];
  const unknown = new Map(await ensureStubs(client, collection, written));
  for (const [name, ids] of await findUnknownReferences(client, collection, same))
    unknown.set(name, new Set([...(unknown.get(name) ?? []), ...ids]));
  const changed = await write(client, collection, added, changes);
  await remember(client, collection.name, hashes);
  if (collection.name === 'users' || collection.name === 'mechanics')
    await bookSourceWallets(
      client,
      collection.name,
      written.map(([id]) => id),
    );
  if (collection.posts) await postOwnEntries(client);
  return {
    added: added.map(([id]) => id),
    changed,
    // What the source has changed but is gone here stays gone.
    same: rows.length - added.length - changed,
    ...missingReferences(collection, rows, unknown, isExpected),
  };
}
