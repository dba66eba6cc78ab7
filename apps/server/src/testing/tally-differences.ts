import type { Database } from '../db/database.ts';

/** A tally that is not what the rows say. */
export interface TallyDifference {
  readonly subject: string;
  /** Null: of all parts. */
  readonly part: string | null;
  readonly period: string;
  /** YYYY-MM-DD or -infinity. */
  readonly startsOn: string;
}

/** Compares every tally with a recount of the rows; empty when all are true. */
export async function tallyDifferences(database: Database): Promise<TallyDifference[]> {
  const { rows } = await database.pool.query<TallyDifference>(
    'SELECT subject, part, period, starts_on::text AS "startsOn" FROM tally_differences() ORDER BY 1, 2, 3, 4',
  );
  return rows;
}
