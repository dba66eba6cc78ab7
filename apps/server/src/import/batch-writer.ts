import type pg from 'pg';
import { type Collection, REFERENCED_NAMES, type ReferencedName, type Row } from '../records/collection.ts';
import { applyBatch, type BatchOutcome } from './apply-batch.ts';
import { IdSet } from './id-set.ts';
import { rejectionReason } from './rejection-reason.ts';

/** What became of a batch, with the rows that the database refused. */
export interface BatchResult extends BatchOutcome {
  readonly refused: ReadonlyMap<Row, string>;
}

/** Deadlock, or a serialisation failure: the same again succeeds. */
const RETRIED = new Set(['40P01', '40001']);
const MAX_ATTEMPTS = 5;

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/**
 * Writes batches, each in a transaction of its own with what is remembered of it, so that an import that is
 * interrupted at any moment can be completed. A dry run does the same and rolls each batch back.
 */
export class BatchWriter {
  readonly #client: pg.ClientBase;
  readonly #isDryRun: boolean;
  /** Ids that records of this run point at and that may come with a later file, and how many have not come. */
  readonly #awaited = new IdSet();
  #missing = 0;
  /** What a dry run has rolled back, for later references. */
  readonly #rolledBack = new Map<ReferencedName, IdSet>();

  constructor(client: pg.ClientBase, { isDryRun }: { readonly isDryRun: boolean }) {
    this.#client = client;
    this.#isDryRun = isDryRun;
  }

  /** Writes the rows, all or nothing for each: when the database refuses some, the others are written without them. */
  async write(collection: Collection, rows: readonly Row[]): Promise<BatchResult> {
    try {
      return { ...(await this.#attempt(collection, rows)), refused: new Map() };
    } catch (error) {
      const reason = rejectionReason(error);
      const [first] = rows;
      if (reason === null || first === undefined) throw error;
      if (rows.length === 1)
        return {
          added: [],
          changed: 0,
          same: 0,
          unknownReferences: 0,
          awaited: [],
          refused: new Map([[first, reason]]),
        };
    }
    const middle = Math.ceil(rows.length / 2);
    const before = await this.write(collection, rows.slice(0, middle));
    const after = await this.write(collection, rows.slice(middle));
    return {
      added: [...before.added, ...after.added],
      changed: before.changed + after.changed,
      same: before.same + after.same,
      unknownReferences: before.unknownReferences + after.unknownReferences,
      awaited: [...before.awaited, ...after.awaited],
      refused: new Map([...before.refused, ...after.refused]),
    };
  }

  async #attempt(collection: Collection, rows: readonly Row[], attempt = 1): Promise<BatchOutcome> {
    try {
      await this.#client.query('BEGIN');
      const outcome = await applyBatch(this.#client, collection, rows, this.#isExpected);
      await this.#client.query(this.#isDryRun ? 'ROLLBACK' : 'COMMIT');
      if (this.#isDryRun) this.#note(collection, outcome.added);
      this.#await(outcome);
      return outcome;
    } catch (error) {
      await this.#client.query('ROLLBACK').catch(() => undefined);
      if (attempt === MAX_ATTEMPTS || !RETRIED.has(codeOf(error))) throw error;
      return this.#attempt(collection, rows, attempt + 1);
    }
  }

  /** How many references of this run have waited in vain for a record of a later file. */
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

  #note(collection: Collection, ids: readonly string[]): void {
    const name = REFERENCED_NAMES.find((candidate) => candidate === collection.name);
    if (name === undefined) return;
    const known = this.#rolledBack.get(name) ?? new IdSet();
    for (const id of ids) known.add(id);
    this.#rolledBack.set(name, known);
  }
}
