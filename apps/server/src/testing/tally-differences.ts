import type { Database } from '../db/database.ts';

/** A tally that is not what the rows say. */
export interface TallyDifference {
  readonly subject: string;
  readonly part: string;
  /** Null: the tally of all days. */
  readonly day: string | null;
}

/** Compares every tally, daily and total, with a recount of the rows; empty when all are true. */
export async function tallyDifferences(database: Database): Promise<TallyDifference[]> {
  const { rows } = await database.pool.query<TallyDifference>(`
    WITH counted AS MATERIALIZED (SELECT * FROM recounted_tallies())
    SELECT subject, part, day::text FROM (SELECT subject, part, day, count, amount_paise AS amount FROM counted) AS r
    FULL JOIN (SELECT subject, part, day, sum(count) AS kept, sum(amount_paise) AS kept_amount FROM daily_tallies GROUP BY 1, 2, 3) AS t
      USING (subject, part, day)
    WHERE coalesce(r.count, 0) <> coalesce(t.kept, 0) OR coalesce(r.amount, 0) <> coalesce(t.kept_amount, 0)
    UNION ALL
    SELECT subject, part, NULL FROM (SELECT subject, part, sum(count) AS count, sum(amount_paise) AS amount FROM counted GROUP BY 1, 2) AS r
    FULL JOIN (SELECT subject, part, sum(count) AS kept, sum(amount_paise) AS kept_amount FROM tallies GROUP BY 1, 2) AS t
      USING (subject, part)
    WHERE coalesce(r.count, 0) <> coalesce(t.kept, 0) OR coalesce(r.amount, 0) <> coalesce(t.kept_amount, 0)`);
  return rows;
}
