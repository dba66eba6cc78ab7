import type pg from 'pg';
import type { AppContext } from '../context.ts';
import { advisoryLocks } from '../db/advisory-locks.ts';
import { removeBytes, unusedOf } from './remove-images.ts';
import { USED_REFERENCES } from './used-images.ts';

// One node sweeps, the others leave it to that one.
const BATCH = 20;
const GRACE_MS = 86_400_000;
const INTERVAL_MS = 3_600_000;

type Surroundings = Pick<AppContext, 'database' | 'files' | 'log' | 'now'>;

/**
 * Removes the images that nothing has referred to for a day, as far as sweeps have seen (FILE-02).
 * @returns how many; 0 while another node does it
 */
export async function sweepImages(surroundings: Surroundings): Promise<number> {
  await surroundings.files.store.removeUnfinished(new Date(surroundings.now().getTime() - GRACE_MS));
  let removed = 0;
  for (let after = ''; ; ) {
    const batch = await surroundings.database.transaction((client) => sweepBatch(client, surroundings, after));
    if (batch === null) return removed;
    removed += batch.removed;
    after = batch.last;
  }
}

/** Sweeps now and then every hour. @returns what ends it, once the sweep in progress is done */
export function keepSweeping(surroundings: Surroundings): () => Promise<void> {
  const sweep = async () => {
    try {
      const removed = await sweepImages(surroundings);
      if (removed > 0) surroundings.log.info({ removed }, 'removed images that nothing refers to');
    } catch (error) {
      surroundings.log.warn({ err: error }, 'the sweep of images failed; the next one is in an hour');
    }
  };
  let sweeping = sweep();
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep);
  }, INTERVAL_MS).unref();
  return () => {
    clearInterval(timer);
    return sweeping;
  };
}

async function sweepBatch(
  client: pg.ClientBase,
  { files, log, now }: Surroundings,
  after: string,
): Promise<{ removed: number; last: string } | null> {
  const { rows: locks } = await client.query<{ isOurs: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1) AS "isOurs"',
    [advisoryLocks.imageSweep],
  );
  if (!locks[0]?.isOurs) return null;
  if (after === '') await noteUse(client, now());
  const { rows } = await client.query<{ reference: string }>(
    `SELECT reference FROM files WHERE unused_since <= $1 AND reference > $2
     ORDER BY reference LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
    [new Date(now().getTime() - GRACE_MS), after],
  );
  const last = rows.at(-1)?.reference;
  if (last === undefined) return null;
  const removed: string[] = [];
  for (const reference of await unusedOf(
    client,
    rows.map((row) => row.reference),
  )) {
    try {
      await removeBytes(files.store, reference);
      removed.push(reference);
    } catch (error) {
      log.warn({ err: error }, 'an image could not be removed');
    }
  }
  await client.query('DELETE FROM files WHERE reference = ANY($1)', [removed]);
  return { removed: removed.length, last };
}

/** Since when each image is unused; what is used again has its day anew. Locks in order, as an erasure does. */
async function noteUse(client: pg.ClientBase, at: Date): Promise<void> {
  await client.query(
    `WITH used AS MATERIALIZED (SELECT DISTINCT reference FROM (${USED_REFERENCES}) AS held(reference)),
       changed AS (SELECT reference, unused_since IS NOT NULL AS is_used FROM files
         WHERE reference IN (SELECT reference FROM used) = (unused_since IS NOT NULL) ORDER BY reference FOR UPDATE)
     UPDATE files SET unused_since = CASE WHEN is_used THEN NULL ELSE $1::timestamptz END
     FROM changed WHERE changed.reference = files.reference`,
    [at],
  );
}
