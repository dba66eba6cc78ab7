import type pg from 'pg';
import type { AppContext } from '../context.ts';
import type { PeopleTable } from '../db/forget-person.ts';
import { storedNames } from './image-reference.ts';
import type { ImageStore } from './image-store.ts';
import { USED_REFERENCES } from './used-images.ts';

type Surroundings = Pick<AppContext, 'database' | 'files' | 'log'>;

/** What became of an image that should go. */
export type Removal = 'removed' | 'in use' | 'gone';

/** Removes an image unless a record refers to it. Its bytes go first: what fails leaves a row for the sweep. */
export function removeImage({ database, files }: Surroundings, reference: string): Promise<Removal> {
  return database.transaction(async (client) => {
    const { rowCount } = await client.query('SELECT FROM files WHERE reference = $1 FOR UPDATE', [reference]);
    if (rowCount === 0) return 'gone';
    if ((await unusedOf(client, [reference])).length === 0) return 'in use';
    await removeBytes(files.store, reference);
    await client.query('DELETE FROM files WHERE reference = $1', [reference]);
    return 'removed';
  });
}

/** Removes images after the records that held them; what cannot be removed now is the sweep's (FILE-02). */
export async function removeImages(surroundings: Surroundings, references: readonly string[]): Promise<void> {
  for (const reference of references) {
    await removeImage(surroundings, reference).catch((error: unknown) => {
      surroundings.log.warn({ err: error }, 'an image could not be removed now; the sweep tries again');
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

/** What of a person are images: a mechanic's papers, the screenshots that a customer sent (USER-06). */
const IMAGES_OF: Readonly<Record<PeopleTable, string>> = {
  users: 'SELECT screenshot AS reference FROM payments WHERE customer_id = $1',
  mechanics:
    'SELECT unnest(ARRAY[profile_photo, aadhaar_card, shop_photo]) AS reference FROM mechanics WHERE id = $1',
};

/**
 * The images that a person leaves behind, which the next sweep removes even if we end before `removeImages` does.
 * @param client inside of the transaction that erases the person, before it does
 */
export async function imagesLeftBy(client: pg.ClientBase, table: PeopleTable, id: string): Promise<string[]> {
  const { rows } = await client.query<{ reference: string }>(
    `WITH theirs AS (SELECT reference FROM files WHERE reference IN (${IMAGES_OF[table]}) ORDER BY reference FOR UPDATE)
     UPDATE files SET unused_since = '-infinity' FROM theirs WHERE theirs.reference = files.reference
     RETURNING files.reference`,
    [id],
  );
  return rows.map(({ reference }) => reference);
}
