import { sentence } from '@wayside/contract/sentences';
import { and, asc, eq, gt, inArray, lte } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { unavailable } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { repeatFromNow, withFailureLogging } from '../../repeat.ts';
import { advisoryLocks } from '../db/advisory-locks.ts';
import type { PeopleTable } from '../db/erase-related-rows.ts';
import { orm } from '../db/orm.ts';
import { files as filesTable } from '../db/schema/files.ts';
import { defineStatement, rowsOf } from '../db/statement.ts';
import { storedNames, USED_REFERENCES } from './image-reference.ts';
import type { ImageStore } from './image-store.ts';

type RemovalContext = Pick<AppContext, 'database' | 'files' | 'log'>;

export type Removal = 'removed' | 'in use' | 'gone';

/**
 * Removes an image if nothing refers to it. Deletes the bytes first; if that fails, the sweep still finds the row.
 * @throws 503 if the store fails
 */
export function removeImage({ database, files, log }: RemovalContext, reference: string): Promise<Removal> {
  return database.transaction(async (client) => {
    const isThisImage = eq(filesTable.reference, reference);
    const locked = await orm(client)
      .select({ reference: filesTable.reference })
      .from(filesTable)
      .where(isThisImage)
      .for('update');
    if (locked.length === 0) return 'gone';
    if ((await findUnusedImages(client, [reference])).length === 0) return 'in use';
    await removeBytes(files.store, reference).catch((error: unknown) => {
      log.warn({ err: error }, 'an image could not be removed; the sweep retries');
      throw unavailable(sentence('image_not_removed'), 10);
    });
    await orm(client).delete(filesTable).where(isThisImage);
    return 'removed';
  });
}

const FIND_UNUSED_IMAGES = defineStatement({
  name: 'unused-images',
  text: `SELECT reference FROM unnest($1::text[]) AS wanted(reference) WHERE reference NOT IN (${USED_REFERENCES})`,
  row: z.object({ reference: z.string() }),
  example: [[`/files/images/${'0'.repeat(32)}.webp`]],
  isPrepared: false,
});

/**
 * Returns the references that no record uses. Must run as a statement of its own after the locks are taken, so that
 * its snapshot includes the commits that the locks waited for.
 * @param client holds the rows' locks
 */
export async function findUnusedImages(client: pg.ClientBase, references: readonly string[]): Promise<string[]> {
  const rows = await rowsOf(client, FIND_UNUSED_IMAGES, [references]);
  return rows.map(({ reference }) => reference);
}

/** Removes an image and its thumbnail; ignores missing files. */
export async function removeBytes(store: ImageStore, reference: string): Promise<void> {
  const { whole, thumbnail } = storedNames(reference);
  await store.remove(whole);
  await store.remove(thumbnail);
}

/** SQL of a mechanic's documents or a customer's screenshots (USER-06). */
const IMAGES_OF: Readonly<Record<PeopleTable, string>> = {
  users: 'SELECT screenshot AS reference FROM payments WHERE customer_id = ANY ($1)',
  mechanics:
    'SELECT unnest(ARRAY[profile_photo, aadhaar_card, shop_photo]) AS reference FROM mechanics WHERE id = ANY ($1)',
};

/** SQL of the records that hold a person's documents. */
const RECORDS_OF: Readonly<Record<PeopleTable, string>> = {
  users: 'SELECT id FROM payments WHERE customer_id = ANY ($1)',
  mechanics: 'SELECT unnest($1::text[])',
};

/**
 * Marks people's images for removal by the next sweep and deletes the copies of their documents (FILE-04). Locks rows
 * in the same order as the sweep.
 */
export async function markImagesUnused(
  client: pg.ClientBase,
  table: PeopleTable,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ reference: string }>(
    `WITH copies AS (DELETE FROM document_copies WHERE id IN (${RECORDS_OF[table]}) RETURNING copied_image),
     theirs AS (SELECT reference FROM files
       WHERE reference IN (${IMAGES_OF[table]} UNION SELECT copied_image FROM copies) ORDER BY reference FOR UPDATE)
     UPDATE files SET unused_since = '-infinity' FROM theirs WHERE theirs.reference = files.reference
     RETURNING files.reference`,
    [ids],
  );
  return rows.map(({ reference }) => reference);
}

const BATCH = 20;
/** Ends a batch early if the store is slow, to keep the transaction short. */
const MAX_BATCH_MS = 3_000;
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
 * Removes images that have been unused for a day in every sweep (FILE-02).
 * @returns their number; 0 if another node is sweeping
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

/** Sweeps every hour. @returns a function that stops sweeping once the current sweep ends */
export function sweepRepeatedly(context: SweepContext): () => Promise<void> {
  const sweep = async () => {
    const removed = await sweepImages(context);
    if (removed > 0) context.log.info({ removed }, 'removed unused images');
  };
  return repeatFromNow(INTERVAL_MS, withFailureLogging(context.log, 'the sweep of images failed', sweep));
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
  const unused = new Set(await findUnusedImages(client, references));
  const endMs = performance.now() + MAX_BATCH_MS;
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

/** Stores since when each image has been unused. Locks rows in the same order as an erasure. */
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
