import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from './database.ts';
import { inBatches } from './each-page.ts';
import { backFillFiles, type SqlFile } from './migration-files.ts';
import { lockNextSql, runQueue } from './queue.ts';
import { withShortLocks } from './short-locks.ts';

const ROWS_PER_BATCH = 500;
const MAX_PAUSE_MS = 1_000;
/** The wait before a back-fill is tried again after a failure or because another node works on it. */
const RETRY_MS = 60_000;
const LOCKS_LIMIT_MS = 5_000;
const REPORT_MS = 10_000;

const positionRows = z.array(z.object({ position: z.string() }));
const progressRow = z.tuple([z.object({ rows: z.coerce.number() })]);
const batchRow = z.tuple([z.object({ last: z.nullable(z.string()), rows: z.coerce.number() })]);

const LOCK_POSITION = lockNextSql(
  { table: 'drizzle.back_fills', due: 'name = $1 AND ended_at IS NULL', order: 'name' },
  'position',
);

/**
 * Runs the unfinished back-fills in batches, each back-fill on one node. After a kill, any node continues it
 * (OPER-03).
 * @returns a function that stops after the current batch
 */
export function runBackFills(
  { pool }: Pick<Database, 'pool'>,
  log: Logger,
  files: readonly SqlFile[] = backFillFiles(),
): () => Promise<void> {
  const lanes = new Map(files.map((file) => [file.name, { file, report: reportTo(log, file.name) }]));
  return runQueue({
    log,
    failure: 'a back-fill could not be done',
    pollMs: RETRY_MS,
    prepare: () =>
      pool.query('INSERT INTO drizzle.back_fills (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [
        [...lanes.keys()],
      ]),
    findLanes: async () => [...lanes.keys()],
    processNext: async (_, lane) => {
      const found = lanes.get(lane);
      const begunMs = performance.now();
      const rows = found === undefined ? null : await nextBatch(pool, found.file);
      if (rows === null) return false;
      found?.report(rows);
      // Pauses for as long as the batch took, so that half of the time is left for requests.
      await delay(Math.min(MAX_PAUSE_MS, performance.now() - begunMs));
      return true;
    },
  });
}

/**
 * Runs a batch and stores its position in the same transaction.
 * @returns the number of rows changed so far; null if the back-fill has ended or another node works on it
 */
async function nextBatch(pool: pg.Pool, { name, text }: SqlFile): Promise<number | null> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const rows = await withShortLocks(client, { limitMs: LOCKS_LIMIT_MS }, async (run) => {
      const [stored] = positionRows.parse((await run(LOCK_POSITION, [name])).rows);
      if (stored === undefined) return null;
      const [batch] = batchRow.parse((await run(text, [stored.position, ROWS_PER_BATCH])).rows);
      const { rows: progress } = await run(
        `UPDATE drizzle.back_fills SET position = coalesce($2, position), rows = rows + $3,
           ended_at = CASE WHEN $2 IS NULL THEN now() END WHERE name = $1 RETURNING rows`,
        [name, batch.last, batch.rows],
      );
      const [{ rows }] = progressRow.parse(progress);
      return rows;
    });
    isBroken = false;
    return rows;
  } finally {
    client.release(isBroken);
  }
}

/**
 * Completes a back-fill for a migration that needs it, even if it has already ended, because an older release may
 * have written rows since then.
 * @throws Error for an unknown back-fill
 */
export async function endBackFill(client: pg.ClientBase, name: string, log: Logger | undefined): Promise<void> {
  const file = backFillFiles().find((known) => known.name === name);
  if (file === undefined) throw new Error(`there is no back-fill ${name}`);
  const batch = (after: string) =>
    withShortLocks(client, { limitMs: LOCKS_LIMIT_MS }, async (run) => {
      const [found] = batchRow.parse((await run(file.text, [after, ROWS_PER_BATCH])).rows);
      return found;
    });
  await inBatches(batch, reportTo(log, name));
}

function reportTo(log: Logger | undefined, backFill: string): (rows: number) => void {
  let reportedMs = Number.NEGATIVE_INFINITY;
  return (rows) => {
    if (rows === 0 || performance.now() - reportedMs < REPORT_MS) return;
    reportedMs = performance.now();
    log?.info({ backFill, rows }, 'a back-fill runs while the server handles requests');
  };
}
