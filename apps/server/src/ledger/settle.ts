import type pg from 'pg';
import type { Database } from '../db/database.ts';
import { waitForLock } from '../db/wait-for-lock.ts';
import { APPEND_DIFFERENCES } from './settlement-sql.ts';

/** One settles at a time; verbs append only for records of their own. */
/** Marks that one transaction takes; each names up to some thousands of records. */
const MARKS_AT_ONCE = 10;

// By what they are, not by what was seen: a mark that comes meanwhile is left for the next.
const TAKE_MARKS = `DELETE FROM unsettled_records WHERE id IN (SELECT id FROM unsettled_records ORDER BY id LIMIT ${MARKS_AT_ONCE})
  RETURNING record_ids AS ids`;
const TAKE_OWN_MARKS = `DELETE FROM unsettled_records WHERE xmin = pg_current_xact_id()::xid RETURNING record_ids AS ids`;

/**
 * Settles what this transaction has changed, for a verb that changes a payment or makes a payout: its last statement
 * but for the activity. The caller has locked what it changes.
 */
export async function settleOwn(client: pg.ClientBase): Promise<void> {
  await settleMarked(client, TAKE_OWN_MARKS);
}

/**
 * Settles whatever has changed since it was last settled, in transactions of bounded size: at the end of an import and
 * at every start, where there is nothing to do as a rule. Killed in between, the next run does the rest.
 * @returns how many entries were appended
 */
export async function settleOpen(database: Pick<Database, 'transaction'>): Promise<number> {
  let appended = 0;
  for (;;) {
    const settled = await database.transaction(async (client) => {
      await client.query('SET LOCAL statement_timeout = 0');
      await waitForLock(client, 'settlement', { until: 'transaction' });
      return settleMarked(client, TAKE_MARKS);
    });
    if (settled === null) return appended;
    appended += settled;
  }
}

/** Null where no mark was left. */
async function settleMarked(client: pg.ClientBase, takeMarks: string): Promise<number | null> {
  const { rows } = await client.query<{ ids: string[] }>(takeMarks);
  if (rows.length === 0) return null;
  // A statement of its own, after the marks are taken: it sees whatever they were made for.
  const { rowCount } = await client.query(APPEND_DIFFERENCES, [[...new Set(rows.flatMap(({ ids }) => ids))]]);
  return rowCount ?? 0;
}
