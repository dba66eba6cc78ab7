import type pg from 'pg';
import { z } from 'zod';
import { countText } from '../../count-text.ts';
import type { DataKeys } from '../../platform/crypto/data-keys.ts';
import type { Settings } from '../../settings.ts';

export interface IntegrityCheckContext {
  /** A connection with a read-only transaction on one snapshot. All checks share it except those with `readsLatest`. */
  readonly client: pg.ClientBase;
  readonly settings: Pick<Settings, 'dataDir' | 'objectStorage'>;
  readonly keys: Pick<DataKeys, 'deriveKey' | 'deriveKeyById' | 'decrypt'>;
}

/** An invariant of the data with a search for violations (SECU-05). */
export interface IntegrityCheck {
  /** The first word of the output line: "Activity". */
  readonly name: string;
  /** The end of the output line if no issue is found, such as "chain whole". */
  readonly passed: string;
  /**
   * True if the check compares the database with files. Each of its statements then sees the rows committed at that
   * time.
   */
  readonly readsLatest?: boolean;
  /**
   * Yields one text per issue, with the id of the record and without personal data (SECU-04). Returns the number of
   * checked rows: "1,204 rows".
   */
  findIssues(context: IntegrityCheckContext): AsyncGenerator<string, string>;
}

export interface CheckedQuery<R> {
  readonly text: string;
  readonly row: z.ZodType<R>;
}

const FETCH_SIZE = 1_000;

/**
 * Yields the rows of a query through a cursor, in a transaction. The caller must finish one query before it starts
 * the next.
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

export async function countRows(client: pg.ClientBase, from: string): Promise<number> {
  const { rows } = await client.query(`SELECT count(*) FROM ${from}`);
  return z.object({ count: z.number() }).parse(rows[0]).count;
}

interface SqlCheck extends Pick<IntegrityCheck, 'name' | 'passed'> {
  /** Each query selects an `issue` per row, which is null for a row without an issue. */
  readonly queries: readonly string[];
  /** The checked rows: a noun, and the table or subquery that contains them. */
  readonly checked: readonly (readonly [noun: string, from: string])[];
}

const issueRow = z.object({ issue: z.string().nullable() });

/** Creates a check for which the queries compose the issue texts. */
export const sqlCheck = ({ name, passed, queries, checked }: SqlCheck): IntegrityCheck => ({
  name,
  passed,
  findIssues: async function* ({ client }) {
    for (const text of queries)
      for await (const { issue } of eachRow(client, { text, row: issueRow })) if (issue !== null) yield issue;
    const counts: string[] = [];
    for (const [noun, from] of checked) counts.push(countText(await countRows(client, from), noun));
    return counts.join(' and ');
  },
});
