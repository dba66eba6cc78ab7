import { and, asc, gt, inArray, lte } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { loggingFailures, repeatFromNow } from '../../repeat.ts';
import { advisoryLocks } from '../db/advisory-locks.ts';
import { orm } from '../db/orm.ts';
import { files as filesTable } from '../db/schema/files.ts';
import { defineStatement, rowsOf } from '../db/statement.ts';
import { USED_REFERENCES } from './image-reference.ts';
import { removeBytes, unusedOf } from './remove-images.ts';

const BATCH = 20;
/** The transaction of a batch ends after this time, however slow the store is. */
const LONGEST_BATCH_MS = 3_000;
const GRACE_MS = 86_400_000;
const INTERVAL_MS = 3_600_000;

const TRY_LOCK = defineStatement({
  name: 'try-sweep-lock',
  text: 'SELECT pg_try_advisory_xact_lock($1) AS "isOurs"',
  row: z.object({ isOurs: z.boolean() }),
  example: [advisoryLocks.imageSweep],
});

type SweepContext = Pick<AppContext, 'database' | 'files' | 'log' | 'now'>;

/**
 * Removes the images that have been unused in every sweep of the last day (FILE-02).
 * @returns the number of removed images; 0 while another node sweeps
 */
export async function sweepImages(context: SweepContext): Promise<number> {
  await context.files.store.removeUnfinished(new Date(context.now().getTime() - GRACE_MS));
  let removed = 0;
  for (let after = ''; ; ) {
    const batch = await context.database.transaction((client) => sweepBatch(client, context, after));
    if (batch === null) return removed;
    removed += batch.removed;
    after = batch.last;
  }
}

/** Sweeps now and then every hour. @returns a function that stops it and resolves after the sweep in progress */
export function sweepRepeatedly(context: SweepContext): () => Promise<void> {
  const sweep = async () => {
    const removed = await sweepImages(context);
    if (removed > 0) context.log.info({ removed }, 'removed images that nothing refers to');
  };
  return repeatFromNow(INTERVAL_MS, loggingFailures(context.log, 'the sweep of images failed', sweep));
}

async function sweepBatch(
  client: pg.ClientBase,
  { files, log, now }: SweepContext,
  after: string,
): Promise<{ removed: number; last: string } | null> {
  const [lock] = await rowsOf(client, TRY_LOCK, [advisoryLocks.imageSweep]);
  if (!lock?.isOurs) return null;
  if (after === '') await updateUnusedSince(client, now());
  const { reference: column, unusedSince } = filesTable;
  const rows = await orm(client)
    .select({ reference: column })
    .from(filesTable)
    .where(and(lte(unusedSince, new Date(now().getTime() - GRACE_MS)), gt(column, after)))
    .orderBy(asc(column))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  if (rows.length === 0) return null;
  const references = rows.map(({ reference }) => reference);
  const unused = new Set(await unusedOf(client, references));
  const endMs = performance.now() + LONGEST_BATCH_MS;
  const removed: string[] = [];
  let last = after;
  for (const reference of references) {
    if (performance.now() > endMs) break;
    last = reference;
    if (!unused.has(reference)) continue;
    try {
      await removeBytes(files.store, reference);
      removed.push(reference);
    } catch (error) {
      log.warn({ err: error }, 'an image could not be removed');
    }
  }
  await orm(client).delete(filesTable).where(inArray(column, removed));
  return { removed: removed.length, last };
}

/** Records since when each image is unused; one that is used again starts again. Locks rows in the order of an erasure. */
async function updateUnusedSince(client: pg.ClientBase, at: Date): Promise<void> {
  await client.query(
    `WITH used AS MATERIALIZED (SELECT DISTINCT reference FROM (${USED_REFERENCES}) AS held(reference)),
       changed AS (SELECT reference, unused_since IS NOT NULL AS is_used FROM files
         WHERE reference IN (SELECT reference FROM used) = (unused_since IS NOT NULL) ORDER BY reference FOR UPDATE)
     UPDATE files SET unused_since = CASE WHEN is_used THEN NULL ELSE $1::timestamptz END
     FROM changed WHERE changed.reference = files.reference`,
    [at],
  );
}
