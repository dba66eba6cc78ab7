import type pg from 'pg';
import type { AppContext } from '../context.ts';
import type { PeopleTable } from '../db/forget-person.ts';
import { removeImages } from './remove-images.ts';

/** What of a person are images: a mechanic's papers, the screenshots that a customer sent (USER-06). */
const IMAGES_OF: Readonly<Record<PeopleTable, string>> = {
  users: 'SELECT screenshot AS reference FROM payments WHERE customer_id = $1',
  mechanics:
    'SELECT unnest(ARRAY[profile_photo, aadhaar_card, shop_photo]) AS reference FROM mechanics WHERE id = $1',
};

/**
 * Erases a person in one transaction and then the images that they leave behind. What of these cannot be removed, or we
 * end before it is, goes with the next sweep.
 * @param erase the work of the transaction
 */
export async function eraseWithImages(
  context: Pick<AppContext, 'database' | 'files' | 'log'>,
  table: PeopleTable,
  id: string,
  erase: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const left = await context.database.transaction(async (client) => {
    const images = await imagesLeftBy(client, table, id);
    await erase(client);
    return images;
  });
  await removeImages(context, left);
}

/** Their images, which count as unused for ever from now on. Locked in the order in which a sweep does. */
async function imagesLeftBy(client: pg.ClientBase, table: PeopleTable, id: string): Promise<string[]> {
  const { rows } = await client.query<{ reference: string }>(
    `WITH theirs AS (SELECT reference FROM files WHERE reference IN (${IMAGES_OF[table]}) ORDER BY reference FOR UPDATE)
     UPDATE files SET unused_since = '-infinity' FROM theirs WHERE theirs.reference = files.reference
     RETURNING files.reference`,
    [id],
  );
  return rows.map(({ reference }) => reference);
}
