import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { unavailable } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import type { PeopleTable } from '../db/erase-related-rows.ts';
import { orm } from '../db/orm.ts';
import { files as filesTable } from '../db/schema/files.ts';
import { defineStatement, rowsOf } from '../db/statement.ts';
import { storedNames, USED_REFERENCES } from './image-reference.ts';
import type { ImageStore } from './image-store.ts';

type RemovalContext = Pick<AppContext, 'database' | 'files' | 'log'>;

/** The result of removing an image. */
export type Removal = 'removed' | 'in use' | 'gone';

/**
 * Removes an image unless a record refers to it. The bytes go first: a failure leaves the row for the sweep.
 * @throws 503 when the store does not answer
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
    if ((await unusedOf(client, [reference])).length === 0) return 'in use';
    await removeBytes(files.store, reference).catch((error: unknown) => {
      log.warn({ err: error }, 'an image could not be removed now; the sweep tries again');
      throw unavailable('The image could not be removed. Please try again shortly.', 10);
    });
    await orm(client).delete(filesTable).where(isThisImage);
    return 'removed';
  });
}

const UNUSED = defineStatement({
  name: 'unused-images',
  text: `SELECT reference FROM unnest($1::text[]) AS wanted(reference) WHERE reference NOT IN (${USED_REFERENCES})`,
  row: z.object({ reference: z.string() }),
  example: [[`/files/images/${'0'.repeat(32)}.webp`]],
  isPrepared: false,
});

/**
 * The references that no record holds. A separate statement after the locks: its snapshot includes the commits that the
 * locks waited for.
 * @param client holds the locks of their rows
 */
export async function unusedOf(client: pg.ClientBase, references: readonly string[]): Promise<string[]> {
  const rows = await rowsOf(client, UNUSED, [references]);
  return rows.map(({ reference }) => reference);
}

/** Removes the bytes of an image and its thumbnail; missing ones are no error. */
export async function removeBytes(store: ImageStore, reference: string): Promise<void> {
  const { whole, thumbnail } = storedNames(reference);
  await store.remove(whole);
  await store.remove(thumbnail);
}

/** The images of a person: a mechanic's documents, the screenshots that a customer sent (USER-06). */
const IMAGES_OF: Readonly<Record<PeopleTable, string>> = {
  users: 'SELECT screenshot AS reference FROM payments WHERE customer_id = ANY ($1)',
  mechanics:
    'SELECT unnest(ARRAY[profile_photo, aadhaar_card, shop_photo]) AS reference FROM mechanics WHERE id = ANY ($1)',
};

/** The records whose documents are a person's. */
const RECORDS_OF: Readonly<Record<PeopleTable, string>> = {
  users: 'SELECT id FROM payments WHERE customer_id = ANY ($1)',
  mechanics: 'SELECT unnest($1::text[])',
};

/**
 * Makes the images of people due for the next sweep, and forgets the copies of their documents (FILE-04). Locks the images
 * in the order of the sweep.
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
