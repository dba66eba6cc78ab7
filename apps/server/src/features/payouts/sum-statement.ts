import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { Database } from '../../platform/db/database.ts';
import { defineStatement, sampleOf } from '../../platform/db/statement.ts';
import { BOOKED_AT, endOf, startOf } from '../../records/ledger-entries.ts';

const SUMS = defineStatement({
  name: 'sum-statement',
  text: `SELECT coalesce(sum(b.balance_paise) FILTER (WHERE ${BOOKED_AT} < starts), 0)::bigint AS "openingPaise",
      coalesce(sum(b.balance_paise) FILTER (WHERE ${BOOKED_AT} >= starts AND ${BOOKED_AT} < ends), 0)::bigint AS "changePaise",
      count(*) FILTER (WHERE ${BOOKED_AT} >= starts AND ${BOOKED_AT} < ends) AS count
    FROM mechanics AS m CROSS JOIN LATERAL (SELECT ${startOf('$2')} AS starts, ${endOf('$3')} AS ends OFFSET 0) AS days
      LEFT JOIN ledger_entries AS b ON b.mechanic_id = m.id
    WHERE m.id = $1 GROUP BY m.id`,
  row: z.object({ openingPaise: z.number(), changePaise: z.number(), count: z.number() }),
  example: [sampleOf('ledger_entries', 'mechanic_id'), null, null],
});

export interface StatementDays {
  readonly mechanicId: string;
  /** Days of the business, both included; null where open. */
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * The balance before some days, what the entries in the books of these days add to it, in paise, and their number (CLOS-02).
 * @throws 404
 */
export async function sumStatement(
  database: Pick<Database, 'rows'>,
  { mechanicId, from, to }: StatementDays,
): Promise<{ readonly openingPaise: number; readonly changePaise: number; readonly count: number }> {
  const [sums] = await database.rows(SUMS, [mechanicId, from, to]);
  if (!sums) throw notFound('mechanic');
  return sums;
}
