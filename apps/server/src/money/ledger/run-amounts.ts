import type pg from 'pg';
import { z } from 'zod';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';

/** The condition of amounts in payment runs that are not paid and not free (BANK-01). */
export const IS_IN_TRANSIT = "state IN ('reserved', 'sent')";

/** The SQL of how much of a mechanic's balance is in payment runs, in paise. @param mechanicId an SQL expression */
export const inTransitOf = (mechanicId: string): string =>
  `(SELECT coalesce(sum(amount_paise), 0)::bigint FROM payment_run_rows WHERE mechanic_id = ${mechanicId} AND ${IS_IN_TRANSIT})`;

const IN_TRANSIT = defineStatement({
  name: 'amount-in-transit',
  text: `SELECT ${inTransitOf('$1')} AS paise`,
  row: z.object({ paise: z.number() }),
  example: [sampleOf('mechanics')],
});

/** How much of a balance is in payment runs, in paise. @param client holds the ledger's lock */
export async function inTransitPaise(client: pg.ClientBase, mechanicId: string): Promise<number> {
  const [found] = await rowsOf(client, IN_TRANSIT, [mechanicId]);
  return found?.paise ?? 0;
}
