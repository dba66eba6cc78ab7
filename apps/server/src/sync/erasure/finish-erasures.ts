import type { Logger } from 'pino';
import { z } from 'zod';
import { lockLedger, postPendingEntriesOf } from '../../money/ledger/post-entries.ts';
import { finishErasures, isReadyToFinishSql } from '../../money/ledger/retained-columns.ts';
import { SYSTEM_ACTOR } from '../../platform/db/activity-entry.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PeopleTable } from '../../platform/db/erase-related-rows.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { repeat, withFailureLogging } from '../../repeat.ts';
import { appendErasures, type ErasureLog } from './erasure-log.ts';

const BATCH_SIZE = 100;

const defineFindReady = (table: PeopleTable) =>
  defineStatement({
    name: `settled-${table}`,
    text: `SELECT coalesce(array_agg(id), '{}') AS ids FROM (SELECT b.id FROM ${table} AS b WHERE ${isReadyToFinishSql(table)} LIMIT ${BATCH_SIZE}) AS due`,
    row: z.object({ ids: z.array(z.string()) }),
    example: [],
  });

const FIND_READY = { users: defineFindReady('users'), mechanics: defineFindReady('mechanics') } as const;

/**
 * Finishes the erasure of people to whom nothing is owed any more, if a payment has not already done so (PRIV-06).
 * @returns the number of people
 */
export async function finishReadyErasures(
  database: Pick<Database, 'rows' | 'transaction'>,
  at: Date,
): Promise<number> {
  let finished = 0;
  for (const table of ['users', 'mechanics'] as const) {
    const [found] = await database.rows(FIND_READY[table], []);
    const ids = found?.ids ?? [];
    if (ids.length === 0) continue;
    finished += await database.transaction(async (client) => {
      await lockLedger(client);
      if (table === 'mechanics') for (const id of ids) await postPendingEntriesOf(client, id);
      return finishErasures(client, { actor: SYSTEM_ACTOR, at }, table, ids);
    });
  }
  return finished;
}

const INTERVAL_MS = 30_000;

/**
 * Finishes erasures every half minute and retries recording them outside the database. @returns a function that stops
 * it after the current run
 */
export function finishErasuresRepeatedly(database: Database, record: ErasureLog, log: Logger): () => Promise<void> {
  return repeat(
    INTERVAL_MS,
    withFailureLogging(log, 'erasures could not be finished or remembered', async () => {
      await finishReadyErasures(database, new Date());
      await appendErasures(database, record);
    }),
  );
}
