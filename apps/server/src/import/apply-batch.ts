import type pg from 'pg';
import { removeDemoConfiguration } from '../demo/demo-marker.ts';
import { bookSourceWallets } from '../ledger/book-source-wallets.ts';
import { lockLedger, postOwnEntries } from '../ledger/post-entries.ts';
import { orderedCollections } from '../records/collections.ts';
import type { RecordDefinition, Row } from '../records/define-record.ts';
import { ensureStubs, findMissingReferences, type MissingReferences } from '../records/ensure-stubs.ts';
import type { ReferencedName } from '../records/referenced-names.ts';
import { stateConfiguration } from '../records/state-configuration.ts';
import { updateRows, upsertRows } from '../records/write-rows.ts';
import { changedColumns, type FieldPlaces, fieldHashes, fieldPlaces } from './field-hashes.ts';
import { recall, remember } from './imported-records.ts';

/** The outcome of a batch. */
export interface BatchOutcome {
  readonly added: readonly string[];
  readonly changed: number;
  readonly same: number;
  /** References to records that are missing. */
  readonly missingReferences: number;
  /** Referenced ids whose records are missing and belong to a collection that this run imports later. */
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
    // Erased here (null) or unchanged at the source: left alone, whatever has happened to it here.
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

const ORDER = orderedCollections.map(({ collection }) => collection);
const isLater = (name: ReferencedName, { collection }: RecordDefinition) =>
  ORDER.indexOf(name) > ORDER.indexOf(collection);

function countMissing(
  definition: RecordDefinition,
  rows: readonly Row[],
  missing: MissingReferences,
  isExpected: (name: ReferencedName, id: string) => boolean,
): Pick<BatchOutcome, 'missingReferences' | 'awaited'> {
  let missingReferences = 0;
  const awaited: string[] = [];
  for (const [index, { references }] of definition.columns.entries()) {
    const ids = references === null ? undefined : missing.get(references);
    if (references === null || !ids) continue;
    for (const row of rows) {
      const id = row[index + 1];
      if (typeof id !== 'string' || !ids.has(id) || isExpected(references, id)) continue;
      if (isLater(references, definition)) awaited.push(id);
      else missingReferences++;
    }
  }
  return { missingReferences, awaited };
}

/** @returns how many of the changed rows were there to be changed */
async function write(
  client: pg.ClientBase,
  definition: RecordDefinition,
  added: readonly Row[],
  changes: Sorted['changes'],
): Promise<number> {
  if (definition.collection === 'configs') {
    if (added.length > 0) await removeDemoConfiguration(client);
    const changed = [...changes.values()].flatMap(({ rows }) => rows);
    for (const row of [...added, ...changed]) await stateConfiguration(client, row);
    return changed.length;
  }
  await upsertRows(client, definition, added);
  let changed = 0;
  for (const { rows, only } of changes.values())
    changed += (await updateRows(client, definition, rows, only)).length;
  return changed;
}

/**
 * Writes the records of one batch with their field hashes (IMPO-02): new ones whole, of changed ones only the fields
 * that changed at the source. Ledger entries and wallets are posted with them (PAYO-10, LOYA-05). Rows are written in
 * the order of their ids, so that two writers cannot deadlock.
 * @param client inside of a transaction
 * @param isExpected whether a missing record came earlier in this run, which a dry run rolls back
 */
export async function applyBatch(
  client: pg.ClientBase,
  definition: RecordDefinition,
  given: readonly Row[],
  isExpected: (name: ReferencedName, id: string) => boolean,
): Promise<BatchOutcome> {
  const rows = given.toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (definition.posts) await lockLedger(client);
  const places = await fieldPlaces(client, definition);
  const remembered = await recall(client, definition, rows);
  const { added, same, changes, hashes } = sortRows(rows, remembered, places);
  const written = [...added, ...[...changes.values()].flatMap((change) => change.rows)];
  const missing = new Map(await ensureStubs(client, definition, written));
  for (const [name, ids] of await findMissingReferences(client, definition, same))
    missing.set(name, new Set([...(missing.get(name) ?? []), ...ids]));
  const changed = await write(client, definition, added, changes);
  await remember(client, definition, hashes);
  const { collection } = definition;
  if (collection === 'users' || collection === 'mechanics')
    await bookSourceWallets(
      client,
      collection,
      written.map(([id]) => id),
    );
  if (definition.posts) await postOwnEntries(client);
  return {
    added: added.map(([id]) => id),
    changed,
    // A record that the source has changed and that is deleted here stays deleted.
    same: rows.length - added.length - changed,
    ...countMissing(definition, rows, missing, isExpected),
  };
}
