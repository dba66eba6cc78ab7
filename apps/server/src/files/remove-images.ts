import type pg from 'pg';
import { ApiError } from '../api-error.ts';
import type { AppContext } from '../context.ts';
import { storedNames } from './image-reference.ts';
import type { ImageStore } from './image-store.ts';
import { USED_REFERENCES } from './used-images.ts';

type Surroundings = Pick<AppContext, 'database' | 'files' | 'log'>;

/** What became of an image that should go. */
export type Removal = 'removed' | 'in use' | 'gone';

/**
 * Removes an image unless a record refers to it. Its bytes go first: what fails leaves a row for the sweep.
 * @throws 503 when the store is away
 */
export function removeImage({ database, files, log }: Surroundings, reference: string): Promise<Removal> {
  return database.transaction(async (client) => {
    const { rowCount } = await client.query('SELECT FROM files WHERE reference = $1 FOR UPDATE', [reference]);
    if (rowCount === 0) return 'gone';
    if ((await unusedOf(client, [reference])).length === 0) return 'in use';
    await removeBytes(files.store, reference).catch((error: unknown) => {
      log.warn({ err: error }, 'an image could not be removed now; the sweep tries again');
      throw new ApiError(503, 'The image could not be removed. Please try again shortly.', {
        retryAfterSeconds: 10,
      });
    });
    await client.query('DELETE FROM files WHERE reference = $1', [reference]);
    return 'removed';
  });
}

/** Removes images after the records that held them; what cannot be removed now is the sweep's (FILE-02). */
export async function removeImages(surroundings: Surroundings, references: readonly string[]): Promise<void> {
  for (const reference of references) {
    await removeImage(surroundings, reference).catch((error: unknown) => {
      if (!(error instanceof ApiError)) surroundings.log.warn({ err: error }, 'an image is left for the sweep');
    });
  }
}

/**
 * Those that no record refers to. A statement of its own: it sees what was committed while a lock was waited for.
 * @param client holding the locks of their rows
 */
export async function unusedOf(client: pg.ClientBase, references: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ reference: string }>(
    `SELECT reference FROM unnest($1::text[]) AS wanted(reference) WHERE reference NOT IN (${USED_REFERENCES})`,
    [references],
  );
  return rows.map(({ reference }) => reference);
}

/** Removes an image's bytes; those that are gone are no error. */
export async function removeBytes(store: ImageStore, reference: string): Promise<void> {
  const { whole, thumbnail } = storedNames(reference);
  await store.remove(whole);
  await store.remove(thumbnail);
}
