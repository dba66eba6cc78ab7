import { ApiError } from '../api-error.ts';
import type { AppContext } from '../context.ts';
import { newReference, type Purpose, storedNames } from './image-reference.ts';
import type { RenderedImage } from './render-bytes.ts';

/** An image to keep, and for whom. */
export interface NewImage {
  readonly image: RenderedImage;
  readonly purpose: Purpose;
  /** The administrator; null for the program itself. */
  readonly uploadedBy: string | null;
}

/**
 * Keeps an image. Its row is there before its bytes and counts as unused, so that the sweep finds whatever an
 * interruption leaves.
 * @returns the reference that records hold
 * @throws 503 when it cannot be stored now
 */
export async function storeImage(
  { database, files, log, now }: Pick<AppContext, 'database' | 'files' | 'log' | 'now'>,
  { image, purpose, uploadedBy }: NewImage,
): Promise<string> {
  const reference = newReference(purpose);
  await database.pool.query(
    `INSERT INTO files (reference, purpose, byte_size, width, height, uploaded_by, created_at, unused_since)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [reference, purpose, image.whole.length, image.width, image.height, uploadedBy, now()],
  );
  const { whole, thumbnail } = storedNames(reference);
  try {
    await files.store.put(whole, image.whole);
    await files.store.put(thumbnail, image.thumbnail);
  } catch (error) {
    log.error({ err: error }, 'an image could not be stored');
    throw new ApiError(503, 'The image could not be stored. Please try again shortly.', { retryAfterSeconds: 10 });
  }
  return reference;
}
