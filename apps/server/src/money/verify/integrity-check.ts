import type pg from 'pg';
import { z } from 'zod';
import { counted } from '../../counted.ts';
import type { DataKeys } from '../../platform/crypto/data-keys.ts';
import type { Settings } from '../../settings.ts';

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
  /** Yields one text per issue, with the id of the record and no personal value (SECU-04). Returns the number of checked rows: "1,204 rows". */
  findIssues(context: IntegrityCheckContext): AsyncGenerator<string, string>;
}

export interface CheckedQuery<R> {
  readonly text: string;
  readonly row: z.ZodType<R>;
}

const FETCH_SIZE = 1_000;

/** Yields the rows of a query through a cursor, in a transaction. A caller finishes one query before it starts the next. */
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
  /** Each selects an `issue` per row; rows without one are null. */
  readonly queries: readonly string[];
  /** The rows checked: a noun, and the table or subquery. */
  readonly checked: readonly (readonly [noun: string, from: string])[];
}

const issueRow = z.object({ issue: z.string().nullable() });

/** A check whose queries compose the issues themselves. */
export const sqlCheck = ({ name, passed, queries, checked }: SqlCheck): IntegrityCheck => ({
  name,
  passed,
  findIssues: async function* ({ client }) {
    for (const text of queries)
      for await (const { issue } of eachRow(client, { text, row: issueRow })) if (issue !== null) yield issue;
    const counts: string[] = [];
    for (const [noun, from] of checked) counts.push(counted(await countRows(client, from), noun));
    return counts.join(' and ');
  },
});
