import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { loggingFailures, repeatFromNow } from '../../repeat.ts';
import type { Database } from './database.ts';
import { type Batch, inBatches } from './in-batches.ts';
import { backFillFiles, type SqlFile } from './migration-files.ts';
import { withShortLocks } from './short-locks.ts';

const ROWS_PER_BATCH = 500;
/** The next attempt after a failure, and the next look whether another node has ended what it has begun. */
const RETRY_MS = 60_000;
const LOCKS_LIMIT_MS = 5_000;
const REPORT_MS = 10_000;

const batchRow = z.tuple([z.object({ last: z.nullable(z.string()), rows: z.coerce.number() })]);

/**
 * Does the back-fills that have not ended, batch by batch, beside the service: one node each, and after a kill any node goes on where
 * it was (OPER-03).
 * @returns a function that stops it after the batch in progress
 */
export function backFillRepeatedly(
  database: Database,
  log: Logger,
  files: readonly SqlFile[] = backFillFiles(),
): () => Promise<void> {
  let isStopping = false;
  const ended = new Set<string>();
  const attempts = files.map((file) =>
    loggingFailures(log, `the back-fill ${file.name} could not be done`, async () => {
      if (ended.has(file.name)) return;
      if (await backFill(database, file, { log, isStopping: () => isStopping })) ended.add(file.name);
    }),
  );
  const end = repeatFromNow(RETRY_MS, async () => {
    for (const attempt of attempts) await attempt();
  });
  return async () => {
    isStopping = true;
    await end();
  };
}

/** @returns whether it has ended; not so where another node is at it */
async function backFill(
  database: Database,
  { name, text }: SqlFile,
  { log, isStopping }: { readonly log: Logger; readonly isStopping: () => boolean },
): Promise<boolean> {
  await database.pool.query('INSERT INTO drizzle.back_fills (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
  const client = await database.pool.connect();
  let isBroken = true;
  try {
    await inBatches(() => nextBatch(client, { name, text }), {
      isPaced: true,
      isStopping,
      onProgress: reportTo(log, name),
    });
    const { rows } = await client.query<{ rows: string }>(
      'SELECT rows FROM drizzle.back_fills WHERE name = $1 AND ended_at IS NOT NULL',
      [name],
    );
    isBroken = false;
    return rows.length > 0;
  } finally {
    client.release(isBroken);
  }
}

/** The position is stored with the rows. A node that finds it locked leaves the back-fill to the other. */
function nextBatch(client: pg.ClientBase, { name, text }: SqlFile): Promise<Batch> {
  return withShortLocks(client, { limitMs: LOCKS_LIMIT_MS }, async (run) => {
    const found = await run(
      'SELECT position FROM drizzle.back_fills WHERE name = $1 AND ended_at IS NULL FOR UPDATE SKIP LOCKED',
      [name],
    );
    const [stored] = z.array(z.object({ position: z.string() })).parse(found.rows);
    if (stored === undefined) return { last: null, rows: 0 };
    const [batch] = batchRow.parse((await run(text, [stored.position, ROWS_PER_BATCH])).rows);
    await run(
      `UPDATE drizzle.back_fills SET position = coalesce($2, position), rows = rows + $3,
         ended_at = CASE WHEN $2 IS NULL THEN now() END WHERE name = $1`,
      [name, batch.last, batch.rows],
    );
    return batch;
  });
}

/**
 * Does a back-fill from its beginning to its end, for a migration that needs it: the release before may have written rows since it
 * ended.
 * @throws Error where this program does not have it
 */
export async function endBackFill(client: pg.ClientBase, name: string, log: Logger | undefined): Promise<void> {
  const file = backFillFiles().find((known) => known.name === name);
  if (file === undefined) throw new Error(`there is no back-fill ${name}`);
  const batch = (after: string) =>
    withShortLocks(client, { limitMs: LOCKS_LIMIT_MS }, async (run) => {
      const [found] = batchRow.parse((await run(file.text, [after, ROWS_PER_BATCH])).rows);
      return found;
    });
  await inBatches(batch, { onProgress: reportTo(log, name) });
}

/** Logs the progress now and then. */
function reportTo(log: Logger | undefined, backFill: string): (rows: number) => void {
  let reportedMs = Number.NEGATIVE_INFINITY;
  return (rows) => {
    if (performance.now() - reportedMs < REPORT_MS) return;
    reportedMs = performance.now();
    log?.info({ backFill, rows }, 'a back-fill works beside the service');
  };
}
