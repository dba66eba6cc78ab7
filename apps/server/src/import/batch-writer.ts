import type pg from 'pg';
import { hasSqlState } from '../db/database-errors.ts';
import type { RecordDefinition, Row } from '../records/define-record.ts';
import { REFERENCED_NAMES, type ReferencedName } from '../records/referenced-names.ts';
import { applyBatch, type BatchOutcome } from './apply-batch.ts';
import { IdSet } from './id-set.ts';
import { rejectionReason } from './rejection-reason.ts';

/** The outcome of a batch, with the rows that the database rejected and why. */
export interface BatchResult extends BatchOutcome {
  readonly rejected: ReadonlyMap<Row, string>;
}

/** Deadlock, or a serialisation failure: the same again succeeds. */
const RETRIED = ['40P01', '40001'];
const MAX_ATTEMPTS = 5;

/**
 * Writes batches, each in a transaction of its own with its field hashes, so that an import that is interrupted at any
 * point can be completed. A dry run does the same and rolls each batch back.
 */
export class BatchWriter {
  readonly #client: pg.ClientBase;
  readonly #isDryRun: boolean;
  /** Ids that records of this run reference and that may come with a later file, and how many have not come. */
  readonly #awaited = new IdSet();
  #missing = 0;
  /** The ids that a dry run has rolled back, for later references. */
  readonly #rolledBack = new Map<ReferencedName, IdSet>();

  constructor(client: pg.ClientBase, { isDryRun }: { readonly isDryRun: boolean }) {
    this.#client = client;
    this.#isDryRun = isDryRun;
  }

  /** Writes the rows; when the database rejects some, the others are written without them. */
  async write(definition: RecordDefinition, rows: readonly Row[]): Promise<BatchResult> {
    try {
      return { ...(await this.#attempt(definition, rows)), rejected: new Map() };
    } catch (error) {
      const reason = rejectionReason(error);
      const [first] = rows;
      if (reason === null || first === undefined) throw error;
      if (rows.length === 1)
        return {
          added: [],
          changed: 0,
          same: 0,
          missingReferences: 0,
          awaited: [],
          rejected: new Map([[first, reason]]),
        };
    }
    const middle = Math.ceil(rows.length / 2);
    const before = await this.write(definition, rows.slice(0, middle));
    const after = await this.write(definition, rows.slice(middle));
    return {
      added: [...before.added, ...after.added],
      changed: before.changed + after.changed,
      same: before.same + after.same,
      missingReferences: before.missingReferences + after.missingReferences,
      awaited: [...before.awaited, ...after.awaited],
      rejected: new Map([...before.rejected, ...after.rejected]),
    };
  }

  async #attempt(definition: RecordDefinition, rows: readonly Row[], attempt = 1): Promise<BatchOutcome> {
    try {
      await this.#client.query('BEGIN');
      const outcome = await applyBatch(this.#client, definition, rows, this.#isExpected);
      await this.#client.query(this.#isDryRun ? 'ROLLBACK' : 'COMMIT');
      if (this.#isDryRun) this.#note(definition, outcome.added);
      this.#await(outcome);
      return outcome;
    } catch (error) {
      await this.#client.query('ROLLBACK').catch(() => undefined);
      if (attempt === MAX_ATTEMPTS || !hasSqlState(error, ...RETRIED)) throw error;
      return this.#attempt(definition, rows, attempt + 1);
    }
  }

  /** How many references of this run still lack a record of a later file. */
  get missingReferences(): number {
    return this.#missing;
  }

  #await({ added, awaited }: BatchOutcome): void {
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
