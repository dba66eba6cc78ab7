import type { IngestOutcome } from '@wayside/contract/ingest';
import type { RecordDefinition, Row } from '../../records/define-record.ts';
import type { DeletedRecord } from './delete-at-source.ts';
import { changedColumns, type FieldHashing, hashFields } from './field-hashes.ts';
import { compareVersions, type ImportedRecord, type Version } from './imported-records.ts';
import { type LateRecord, walletIndex } from './source-wallets.ts';

export interface IncomingRecord {
  readonly id: string;
  /** Null if the source has deleted the record. */
  readonly row: Row | null;
  readonly version: Version;
  /** For a person: the last event that the wallet includes, as stated by the record (OWN-04). */
  readonly appliedEventId?: string | null | undefined;
}

/** The outcome of an accepted record. */
export type Outcome = Exclude<IngestOutcome, 'rejected'>;

/** Rows with the columns that the source has changed. */
export interface Change {
  readonly only: readonly number[];
  readonly rows: Row[];
}

export interface SortedRecords {
  readonly added: Row[];
  readonly changes: ReadonlyMap<string, Change>;
  /** Rows without a change. */
  readonly same: Row[];
  /** Configurations older than the newest one (PAYO-08). */
  readonly late: Row[];
  /** For people: records older than their deletion (SYNC-03). */
  readonly lateWallets: LateRecord[];
  readonly deleted: DeletedRecord[];
  /** The hashes and versions to store for each record. */
  readonly toStore: ReadonlyMap<string, ImportedRecord>;
  readonly outcomes: Map<string, Outcome>;
}

/** The action for a record and the values to store; without values nothing new is stored. */
interface Decision {
  readonly outcome: Outcome;
  /** The columns that differ, for an update. */
  readonly only?: readonly number[];
  readonly toStore?: Omit<ImportedRecord, 'walletVersion'>;
}

/** @param before the stored state of the record */
function decide(
  { row, version }: IncomingRecord,
  before: ImportedRecord | undefined,
  hashing: FieldHashing,
): Decision {
  // The record was permanently erased in Wayside.
  if (before?.hashes === null && !before.isDeleted) return { outcome: 'unchanged' };
  const order = before ? compareVersions(version, before.version) : 1;
  if (order < 0) return { outcome: 'stale' };
  if (row === null)
    return {
      outcome: before?.isDeleted ? 'unchanged' : 'deleted',
      toStore: { hashes: null, version, isDeleted: true },
    };
  // If a record and its deletion have the same version, the deletion wins regardless of their order.
  if (before?.isDeleted && order === 0) return { outcome: 'stale' };
  const hashes = hashFields(row, hashing);
  const toStore = { hashes, version, isDeleted: false };
  if (!before?.hashes) return { outcome: 'created', toStore };
  const only = changedColumns(before.hashes, hashes, hashing);
  if (only.length > 0) return { outcome: 'updated', only, toStore };
  // A newer version is stored even without a change, so that a version between the two that arrives later is stale.
  return order > 0 ? { outcome: 'unchanged', toStore } : { outcome: 'unchanged' };
}

/** Sorts the records of a batch by version and content (SYNC-03, IMPO-02). Each id must occur only once. */
export function sortRecords(
  definition: Pick<RecordDefinition, 'collection' | 'columns'>,
  records: readonly IncomingRecord[],
  imported: ReadonlyMap<string, ImportedRecord>,
  hashing: FieldHashing,
): SortedRecords {
  const added: Row[] = [];
  const changes = new Map<string, Change>();
  const same: Row[] = [];
  const late: Row[] = [];
  const deleted: DeletedRecord[] = [];
  const lateWallets: LateRecord[] = [];
  const wallet = walletIndex(definition);
  const toStore = new Map<string, ImportedRecord>();
  const outcomes = new Map<string, Outcome>();
  for (const record of records) {
    const { id, row, version } = record;
    const before = imported.get(id);
    const decision = decide(record, before, hashing);
    const { outcome, only } = decision;
    outcomes.set(id, outcome);
    const states = hasStatedWallet(row, wallet);
    if (decision.toStore) toStore.set(id, { ...decision.toStore, walletVersion: states ? version : null });
    if (outcome === 'deleted') deleted.push({ id, version });
    if (row === null) continue;
    if (outcome === 'created') added.push(row);
    else if (only) addChange(changes, only, row);
    else if (outcome === 'stale' && definition.collection === 'configs') late.push(row);
    else same.push(row);
    if (isLate(outcome, before) && states)
      lateWallets.push({ row, version, appliedEventId: record.appliedEventId });
  }
  return { added, changes, same, late, lateWallets, deleted, toStore, outcomes };
}

const hasStatedWallet = (row: Row | null, index: number): boolean => index > 0 && (row?.[index] ?? null) !== null;

/** Checks whether a record arrives after its own deletion. */
const isLate = (outcome: Outcome, before: ImportedRecord | undefined): boolean =>
  outcome === 'stale' && before?.isDeleted === true;

function addChange(changes: Map<string, Change>, only: readonly number[], row: Row): void {
  const key = only.join();
  const change = changes.get(key) ?? { only, rows: [] };
  change.rows.push(row);
  changes.set(key, change);
}
