import type pg from 'pg';
import { bookSourceWallets, findAppliedEvents } from '../../money/ledger/book-source-wallets.ts';
import { postOwnEntries } from '../../money/ledger/post-entries.ts';
import type { DataKeys } from '../../platform/crypto/data-keys.ts';
import { SYSTEM_ACTOR } from '../../platform/db/activity-entry.ts';
import { recordActivities } from '../../platform/db/record-activity.ts';
import { addLateVersion, applySourceConfiguration } from '../../records/apply-source-configuration.ts';
import { orderedCollections } from '../../records/collections.ts';
import type { RecordDefinition, ReferencedName, Row } from '../../records/define-record.ts';
import { removeDemoConfiguration } from '../../records/demo-marker.ts';
import { ensureStubs, findMissingReferences, type MissingReferences } from '../../records/ensure-stubs.ts';
import { encryptRows, updateRows, upsertRows } from '../../records/write-rows.ts';
import { queueCopies } from '../documents/queue-copies.ts';
import { lockCollections } from '../erasure/lock-collections.ts';
import { clearErasedData, deleteAtSource, restoreErased } from './delete-at-source.ts';
import { type FieldHashing, readFieldHashing } from './field-hashes.ts';
import { findImported, forgetWalletVersions, type ImportedRecord, storeImported } from './imported-records.ts';
import { compareWithOwn } from './own-records.ts';
import { APPLIED_IS_MISSING, APPLIED_IS_UNKNOWN, type RejectionReason } from './rejections.ts';
import { type IncomingRecord, type Outcome, type SortedRecords, sortRecords } from './sort-records.ts';
import { bookLateWallets, findAmbiguousWallets, walletIndex, walletSource } from './source-wallets.ts';

export interface BatchOptions {
  /** The keys that encrypt bank and identity data (PRIV-01). */
  readonly keys: DataKeys;
  /** Whether a missing record occurred earlier in this run, which a dry run rolls back. */
  readonly isExpected: (name: ReferencedName, id: string) => boolean;
  /** The hosts whose documents are copied (FILE-04). */
  readonly documentHosts: readonly string[];
}

export interface BatchOutcome {
  /** The outcome of each record by its id. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly rejected: ReadonlyMap<string, RejectionReason>;
  readonly missingReferences: number;
  /** Referenced ids whose records are missing and belong to a collection that this run imports later. */
  readonly awaited: readonly string[];
}

const IMPORT_ORDER = orderedCollections.map(({ collection }) => collection);
const isLater = (name: ReferencedName, { collection }: RecordDefinition) =>
  IMPORT_ORDER.indexOf(name) > IMPORT_ORDER.indexOf(collection);

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

async function writeConfigurations(client: pg.ClientBase, { added, changes, late, outcomes }: SortedRecords) {
  if (added.length > 0) await removeDemoConfiguration(client);
  const changed = [...changes.values()].flatMap(({ rows }) => rows);
  for (const row of [...added, ...changed]) await applySourceConfiguration(client, row);
  for (const row of late) if (await addLateVersion(client, row)) outcomes.set(row[0], 'updated');
}

/**
 * Logs rates stated by the source, so that the activity log seals them like rates saved by an administrator (OWN-05).
 */
const recordRates = (client: pg.ClientBase, rows: readonly Row[]): Promise<void> =>
  recordActivities(
    client,
    SYSTEM_ACTOR,
    new Date(),
    rows.map(([entityId]) => ({ action: 'updated', entity: 'configuration', entityId })),
  );

async function write(
  client: pg.ClientBase,
  keys: DataKeys,
  definition: RecordDefinition,
  sorted: SortedRecords,
): Promise<void> {
  if (definition.collection === 'configs') return writeConfigurations(client, sorted);
  await upsertRows(client, definition, await encryptRows(client, keys, definition, sorted.added));
  for (const { rows: plain, only } of sorted.changes.values()) {
    const rows = await encryptRows(client, keys, definition, plain);
    const written = new Set(await updateRows(client, definition, rows, only));
    // A record that was deleted in Wayside remains deleted even if the source changes it.
    for (const [id] of rows) if (!written.has(id)) sorted.outcomes.set(id, 'unchanged');
  }
}

const writtenRows = ({ added, changes }: SortedRecords): Row[] => [
  ...added,
  ...[...changes.values()].flatMap(({ rows }) => rows),
];

interface UnsortedRecords {
  readonly records: readonly IncomingRecord[];
  readonly imported: ReadonlyMap<string, ImportedRecord>;
  readonly hashing: FieldHashing;
  /** Receives the records whose wallet is ambiguous. */
  readonly rejected: Map<string, RejectionReason>;
}

async function sortUnambiguous(
  client: pg.ClientBase,
  definition: RecordDefinition,
  { records, imported, hashing, rejected }: UnsortedRecords,
): Promise<SortedRecords> {
  const sorted = sortRecords(definition, records, imported, hashing);
  if (walletIndex(definition) === 0) return sorted;
  const naming = new Set(records.flatMap(({ id, appliedEventId }) => (appliedEventId == null ? [] : [id])));
  const rows = [...writtenRows(sorted), ...sorted.lateWallets.map(({ row }) => row)];
  const ambiguous = await findAmbiguousWallets(
    client,
    definition,
    rows.filter(([id]) => !naming.has(id)),
  );
  if (ambiguous.size === 0) return sorted;
  for (const id of ambiguous) rejected.set(id, APPLIED_IS_MISSING);
  const others = records.filter(({ id }) => !ambiguous.has(id));
  return sortRecords(definition, others, imported, hashing);
}

/**
 * Writes the records of one batch, for import and ingest (SYNC-04). Writes all fields of a new record and the changed
 * fields of a known one (IMPO-02). Skips older versions and removes deleted records (SYNC-03). Never changes records
 * that were created in Wayside (OWN-01). Posts ledger entries and wallet changes (PAYO-10, LOYA-05). Rows are written
 * in the order of their ids, so that two writers cannot deadlock.
 * @param client a client inside a transaction
 * @param given the records; each id occurs at most once
 */
export async function applyBatch(
  client: pg.ClientBase,
  definition: RecordDefinition,
  given: readonly IncomingRecord[],
  { keys, isExpected, documentHosts }: BatchOptions,
): Promise<BatchOutcome> {
  const { collection } = definition;
  const isPerson = collection === 'users' || collection === 'mechanics';
  const named = given.flatMap(({ appliedEventId }) => (isPerson && appliedEventId ? [appliedEventId] : []));
  const positions = await findAppliedEvents(client, named);
  const isUnknown = ({ appliedEventId }: IncomingRecord) =>
    isPerson && appliedEventId != null && !positions.has(appliedEventId);
  const rejected = new Map(given.filter(isUnknown).map(({ id }) => [id, APPLIED_IS_UNKNOWN]));
  const isDeleting = given.some(({ id, row }) => row === null && !rejected.has(id));
  await lockCollections(client, definition, isDeleting);
  const own = await compareWithOwn(client, definition, given);
  const records = given
    .filter(({ id }) => !rejected.has(id) && !own.has(id))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const hashing = await readFieldHashing(client, keys, definition);
  const ids = records.map(({ id }) => id);
  const imported = await findImported(client, definition, ids);
  const sorted = await sortUnambiguous(client, definition, { records, imported, hashing, rejected });
  const written = writtenRows(sorted);
  const missing = new Map(await ensureStubs(client, definition, written));
  for (const [name, found] of await findMissingReferences(client, definition, sorted.same))
    missing.set(name, new Set([...(missing.get(name) ?? []), ...found]));
  if (isPerson)
    await restoreErased(
      client,
      definition,
      sorted.added.flatMap(([id]) => (imported.has(id) ? [id] : [])),
    );
  await write(client, keys, definition, sorted);
  const whole = { rows: sorted.added, only: null };
  await queueCopies(client, definition, [whole, ...sorted.changes.values()], documentHosts);
  await storeImported(client, definition, sorted.toStore);
  const writtenIds = written.map(([id]) => id);
  if (isPerson) {
    const isWritten = new Set(writtenIds);
    // A wallet with the same value but a different event is a new statement of the source. A newer version of the
    // record may also be the first version with a known order.
    const isRestated = ({ id, row, version, appliedEventId }: IncomingRecord) => {
      const before = imported.get(id);
      if (row === null || !before?.hashes || sorted.outcomes.get(id) !== 'unchanged') return false;
      return (
        appliedEventId != null || (version !== null && before.walletVersion === null && sorted.toStore.has(id))
      );
    };
    const sources = records
      .filter((record) => isWritten.has(record.id) || isRestated(record))
      .map((record) => walletSource(record, imported.get(record.id)?.walletVersion ?? null, positions));
    const booked = await bookSourceWallets(client, collection, sources);
    for (const id of booked.changed)
      if (sorted.outcomes.get(id) === 'unchanged') sorted.outcomes.set(id, 'updated');
    await forgetWalletVersions(client, definition, booked.unordered);
  }
  await deleteAtSource(client, definition, sorted.deleted);
  if (isPerson) await bookLateWallets(client, definition, sorted.lateWallets, imported, positions);
  for (const id of await clearErasedData(client, collection, writtenIds)) sorted.outcomes.set(id, 'unchanged');
  if (definition.posts) await postOwnEntries(client);
  if (collection === 'configs') await recordRates(client, [...written, ...sorted.late]);
  const rows = records.flatMap(({ row }) => (row === null ? [] : [row]));
  for (const [id, reason] of own)
    if (reason === null) sorted.outcomes.set(id, 'unchanged');
    else rejected.set(id, reason);
  return { outcomes: sorted.outcomes, rejected, ...countMissing(definition, rows, missing, isExpected) };
}
