import { unavailable } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { faultOf } from '../db/database-faults.ts';
import { files as filesTable } from '../db/schema/files.ts';
import { newReference, type Purpose, storedNames } from './image-reference.ts';
import type { RenderedImage } from './render-process.ts';

export interface StoreImageInput {
  readonly image: RenderedImage;
  readonly purpose: Purpose;
  /** The administrator; null for the program itself. */
  readonly uploadedBy: string | null;
}

/**
 * Stores an image. Its row is inserted before its bytes and counts as unused, so that the sweep finds the rest of an
 * interrupted upload.
 * @returns the reference for a record
 * @throws 503 when it cannot be stored now; the error of a full disk (OWN-12)
 */
export async function storeImage(
  { database, files, log, now }: Pick<AppContext, 'database' | 'files' | 'log' | 'now'>,
  { image, purpose, uploadedBy }: StoreImageInput,
): Promise<string> {
  const reference = newReference(purpose);
  const { width, height } = image;
  const createdAt = now();
  await database.orm.insert(filesTable).values({
    reference,
    purpose,
    byteSize: image.whole.length,
    width,
    height,
    uploadedBy,
    createdAt,
    unusedSince: createdAt,
  });
  const { whole, thumbnail } = storedNames(reference);
  try {
    await files.store.put(whole, image.whole);
    await files.store.put(thumbnail, image.thumbnail);
  } catch (error) {
    if (faultOf(error) === 'files_disk_full') throw error;
    log.error({ err: error }, 'an image could not be stored');
    throw unavailable('The image could not be stored. Please try again shortly.', 10);
  }
  return reference;
}
