import { eq, inArray } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../apps/server/src/platform/db/database.ts';
import { files } from '../../../apps/server/src/platform/db/schema/files.ts';
import { storedNames, USED_REFERENCES } from '../../../apps/server/src/platform/files/image-reference.ts';
import type { ImageStore } from '../../../apps/server/src/platform/files/image-store.ts';
import { renderDrawing } from '../../../apps/server/src/platform/files/render-image.ts';
import { CARDS, CATALOGUE_PICTURES, type DemoPicture, PHOTOS, RECEIPTS, SHOPS } from './demo-pictures.ts';

export const DEMO_PICTURES: readonly DemoPicture[] = [
  ...PHOTOS,
  ...CARDS,
  ...SHOPS,
  ...RECEIPTS,
  ...CATALOGUE_PICTURES,
];

/** Inserts the file rows of the pictures that demo records reference. Their size is 0 until they are drawn. */
export async function writeDemoPictureRows(client: pg.ClientBase, at: Date): Promise<void> {
  const values = DEMO_PICTURES.map(({ svg: _svg, ...row }) => row);
  await client.query(
    `INSERT INTO files (reference, purpose, byte_size, width, height, created_at)
     SELECT reference, purpose, 0, width, height, $2 FROM json_to_recordset($1)
       AS row(reference text, purpose text, width integer, height integer)
     WHERE reference IN (${USED_REFERENCES}) ON CONFLICT DO NOTHING`,
    [JSON.stringify(values), at],
  );
}

/**
 * Draws the demo pictures that have a row but are missing from this node's store.
 * @returns the number of drawn pictures
 */
export async function drawDemoPictures(database: Database, store: ImageStore): Promise<number> {
  const references = DEMO_PICTURES.map(({ reference }) => reference);
  const rows = await database.orm
    .select({ reference: files.reference })
    .from(files)
    .where(inArray(files.reference, references));
  const known = new Set(rows.map(({ reference }) => reference));
  let drawn = 0;
  for (const picture of DEMO_PICTURES) {
    const { whole, thumbnail } = storedNames(picture.reference);
    if (!known.has(picture.reference) || (await store.has(thumbnail))) continue;
    const image = await renderDrawing(picture.svg);
    await store.put(whole, image.full);
    await store.put(thumbnail, image.thumbnail);
    await database.orm
      .update(files)
      .set({ byteSize: image.full.length })
      .where(eq(files.reference, picture.reference));
    drawn += 1;
  }
  return drawn;
}
