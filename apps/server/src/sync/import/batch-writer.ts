import type pg from 'pg';
import type { DataKeys } from '../../platform/crypto/data-keys.ts';
import { retryConflicts } from '../../platform/db/database-errors.ts';
import { REFERENCED_NAMES, type RecordDefinition, type ReferencedName } from '../../records/define-record.ts';
import { applyBatch, type BatchOutcome } from './apply-batch.ts';
import { IdSet } from './id-set.ts';
import { nameOwner } from './own-records.ts';
import type { RejectedRecord } from './read-record.ts';
import { rejectionReason } from './rejections.ts';
import type { IncomingRecord } from './sort-records.ts';

/** Runs work in a transaction of its own. */
export type RunTransaction = <T>(work: (client: pg.ClientBase) => Promise<T>) => Promise<T>;

export interface BatchWriterOptions {
  readonly keys: DataKeys;
  readonly isDryRun: boolean;
  /** The hosts whose documents are copied (FILE-04). */
  readonly documentHosts: readonly string[];
}

/** Returns a function that runs transactions on a connection; a dry run rolls each of them back. */
export function transactionsOn(
  client: pg.ClientBase,
  { isDryRun }: { readonly isDryRun: boolean },
): RunTransaction {
  return async (work) => {
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query(isDryRun ? 'ROLLBACK' : 'COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  };
}

/**
 * Writes batches, each in one transaction with its field hashes, so that an interrupted import can be completed. A
 * dry run rolls each batch back.
 */
export class BatchWriter {
  readonly #transaction: RunTransaction;
  readonly #keys: DataKeys;
  readonly #isDryRun: boolean;
  readonly #documentHosts: readonly string[];
  /**
   * Ids that records of this run reference and that a later file may contain; `#missing` counts those that have not
   * arrived yet.
   */
  readonly #awaited = new IdSet();
  #missing = 0;
  readonly #rolledBack = new Map<ReferencedName, IdSet>();

  constructor(transaction: RunTransaction, { keys, isDryRun, documentHosts }: BatchWriterOptions) {
    this.#keys = keys;
    this.#transaction = transaction;
    this.#isDryRun = isDryRun;
    this.#documentHosts = documentHosts;
  }

  /** Writes the records, each id once. If the database rejects some of them, the others are still written. */
  async write(definition: RecordDefinition, records: readonly IncomingRecord[]): Promise<BatchOutcome> {
    if (records.length === 0) return NOTHING;
    try {
      return await this.#attempt(definition, records);
    } catch (error) {
      const [first] = records;
      const reason = rejectionReason(definition, error, first?.row ?? null);
      if (reason === null || first === undefined) throw error;
      if (records.length === 1) return { ...NOTHING, rejected: new Map([[first.id, reason]]) };
    }
    const middle = Math.ceil(records.length / 2);
    const before = await this.write(definition, records.slice(0, middle));
    const after = await this.write(definition, records.slice(middle));
    return {
      outcomes: new Map([...before.outcomes, ...after.outcomes]),
      missingReferences: before.missingReferences + after.missingReferences,
      awaited: [...before.awaited, ...after.awaited],
      rejected: new Map([...before.rejected, ...after.rejected]),
    };
  }

  /**
   * Adds the owner to the rejection of an unreadable record whose id belongs to something created in Wayside
   * (OWN-01).
   */
  nameOwner(
    definition: RecordDefinition,
    rejections: readonly RejectedRecord[],
  ): Promise<readonly RejectedRecord[]> {
    if (rejections.length === 0) return Promise.resolve(rejections);
    return this.#transaction((client) => nameOwner(client, definition, rejections));
  }

  async #attempt(definition: RecordDefinition, records: readonly IncomingRecord[]): Promise<BatchOutcome> {
    const outcome = await retryConflicts(() =>
      this.#transaction((client) =>
        applyBatch(client, definition, records, {
          keys: this.#keys,
          isExpected: this.#isExpected,
          documentHosts: this.#documentHosts,
        }),
      ),
    );
    const added = [...outcome.outcomes].flatMap(([id, what]) => (what === 'created' ? [id] : []));
    if (this.#isDryRun) this.#note(definition, added);
    this.#await(added, outcome.awaited);
    return outcome;
  }

  /** The number of references of this run whose records have not arrived with a later file yet. */
  get missingReferences(): number {
    return this.#missing;
  }

  #await(added: readonly string[], awaited: readonly string[]): void {
    for (const id of added) if (this.#awaited.has(id)) this.#missing--;
    for (const id of awaited) {
      this.#awaited.add(id);
      this.#missing++;
    }
  }

  #isExpected = (name: ReferencedName, id: string): boolean => this.#rolledBack.get(name)?.has(id) ?? false;

  #note({ collection }: RecordDefinition, ids: readonly string[]): void {
    const name = REFERENCED_NAMES.find((candidate) => candidate === collection);
    if (name === undefined) return;
    const known = this.#rolledBack.get(name) ?? new IdSet();
    for (const id of ids) known.add(id);
    this.#rolledBack.set(name, known);
  }
}

const NOTHING: BatchOutcome = { outcomes: new Map(), missingReferences: 0, awaited: [], rejected: new Map() };
