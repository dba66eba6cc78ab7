import type pg from 'pg';
import { z } from 'zod';
import type { DataKeys } from '../../platform/crypto/data-keys.ts';
import type { Settings } from '../../settings.ts';

/** Input of an integrity check. */
export interface IntegrityCheckContext {
  /** Runs a read-only transaction on one snapshot, which all checks share except those with `readsLatest`. */
  readonly client: pg.ClientBase;
  readonly settings: Pick<Settings, 'dataDir' | 'objectStorage'>;
  readonly keys: Pick<DataKeys, 'derived' | 'derivedOf' | 'decrypt'>;
}

/** An invariant of the data and a search for violations (SECU-05). */
export interface IntegrityCheck {
  /** First word of its output line: "Activity". */
  readonly name: string;
  /** End of its output line when it finds no issue: "chain whole". */
  readonly passed: string;
  /** Whether it compares the database with files: each statement then sees the rows that are committed by now. */
  readonly readsLatest?: boolean;
  /**
   * Yields one text per issue, with the id of the record and no personal value (SECU-04). Returns the number of checked
   * rows: "1,204 rows". Large tables are read with `eachRow`.
   */
  findIssues(context: IntegrityCheckContext): AsyncGenerator<string, string>;
}

/** A query of an integrity check; every row is parsed. */
export interface CheckedQuery<R> {
  readonly text: string;
  readonly row: z.ZodType<R>;
}

const FETCH_SIZE = 1_000;

/**
 * Yields the rows of a query through a cursor, so that memory stays constant. It needs a transaction, and a caller finishes
 * one query before it starts the next.
 * @param atOnce how many are in memory
 */
export async function* eachRow<R>(
  client: pg.ClientBase,
  { text, row }: CheckedQuery<R>,
  atOnce = FETCH_SIZE,
): AsyncGenerator<R, void> {
  await client.query(`DECLARE checked_rows NO SCROLL CURSOR FOR ${text}`);
  for (;;) {
    const { rows } = await client.query(`FETCH ${atOnce} FROM checked_rows`);
    if (rows.length === 0) break;
    for (const each of rows) yield row.parse(each);
  }
  await client.query('CLOSE checked_rows');
}

/** A record that was made here and its activity row, which differ; one of them may be missing. */
export const mismatchRow = <const K extends string>(...kinds: readonly K[]) =>
  z.object({ kind: z.enum(kinds), id: z.string(), entryId: z.number().nullable(), exists: z.boolean() });

/** Yields an issue for each record that differs from its activity row. */
export async function* mismatchIssues(
  client: pg.ClientBase,
  mismatches: CheckedQuery<z.infer<ReturnType<typeof mismatchRow>>>,
): AsyncGenerator<string, void> {
  for await (const { kind, id, entryId, exists } of eachRow(client, mismatches))
    if (entryId === null) yield `${kind} ${id} has no activity row`;
    else if (exists) yield `${kind} ${id} differs from row ${entryId} of the activity`;
    else yield `${kind} ${id}, logged in row ${entryId} of the activity, is missing`;
}

/** Counts the rows of a table or a subquery. */
export async function countRows(client: pg.ClientBase, from: string): Promise<number> {
  const { rows } = await client.query(`SELECT count(*) FROM ${from}`);
  return z.object({ count: z.number() }).parse(rows[0]).count;
}
