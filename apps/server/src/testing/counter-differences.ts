import type { Database } from '../db/database.ts';

/** A counter that is not what the rows say. */
export interface CounterDifference {
  readonly name: string;
  /** Null: of all parts. */
  readonly status: string | null;
  readonly period: string;
  /** YYYY-MM-DD or -infinity. */
  readonly startsOn: string;
}

/** Compares every counter with a recount of the rows; empty when all are true. */
export async function counterDifferences(database: Database): Promise<CounterDifference[]> {
  const { rows } = await database.pool.query<CounterDifference>(
    'SELECT name, status, period, starts_on::text AS "startsOn" FROM counter_differences() ORDER BY 1, 2, 3, 4',
  );
  return rows;
}
