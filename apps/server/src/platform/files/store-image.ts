import { sentence } from '@wayside/contract/sentences';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { badRequest, fieldError, unavailable } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { faultOf } from '../db/database-errors.ts';
import { orm } from '../db/orm.ts';
import { files, files as filesTable } from '../db/schema/files.ts';
import { newReference, type Purpose, referenceIn, storedNames } from './image-reference.ts';
import type { RenderedImage } from './render-process.ts';

export interface StoreImageInput {
  readonly image: RenderedImage;
  readonly purpose: Purpose;
  /** Null if the server itself stores the image. */
  readonly uploadedBy: string | null;
}

/**
 * Stores an image. First inserts its row as unused, so that the sweep finds interrupted uploads.
 * @returns the reference for a record
 * @throws 503 if the image cannot be stored now; the error of a full disk (OWN-12)
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
    byteSize: image.full.length,
    width,
    height,
    uploadedBy,
    createdAt,
    unusedSince: createdAt,
  });
  const { whole, thumbnail } = storedNames(reference);
  try {
    await files.store.put(whole, image.full);
    await files.store.put(thumbnail, image.thumbnail);
  } catch (error) {
    if (faultOf(error) === 'files_disk_full') throw error;
    log.error({ err: error }, 'an image could not be stored');
    throw unavailable(sentence('image_not_stored'), 10);
  }
  return reference;
}

/**
 * Returns the value that a record stores for an image URL (FILE-01): the reference of a stored image, or any other
 * URL unchanged. The image cannot be deleted until the transaction ends.
 * @param current the record's current value, accepted even if its image was deleted
 * @throws 400 for a missing image or a document
 */
export async function claimImage(
  client: pg.ClientBase,
  url: string | null,
  current: string | null,
): Promise<string | null> {
  const reference = url === null ? null : referenceIn(url);
  if (reference === null || reference === current) return reference ?? url;
  const [image] = await orm(client)
    .select({ purpose: files.purpose })
    .from(files)
    .where(eq(files.reference, reference))
    .for('key share');
  if (image?.purpose === 'document') throw badImage('image_is_document');
  if (image) return reference;
  if (url?.startsWith('/')) throw badImage('image_gone');
  return url;
}

const badImage = (code: 'image_is_document' | 'image_gone') => badRequest([fieldError('image', code)]);
