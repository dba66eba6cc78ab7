import type { FileContent } from '@wayside/contract/wire/request-fields';
import { conflict } from '../../api-error.ts';
import type { AppContext, CallContext } from '../../context.ts';
import { type Purpose, referenceIn } from '../../platform/files/image-reference.ts';
import { removeImage } from '../../platform/files/remove-images.ts';
import { renderImage } from '../../platform/files/render-image.ts';
import { storeImage } from '../../platform/files/store-image.ts';

interface UploadImageInput {
  readonly image: FileContent;
  /** Null if the purpose is `image`. */
  readonly purpose: Purpose | null;
}

/**
 * Stores an image (FILE-03). @returns its URL; the URL of a document expires, but later saves and `deleteImage` still
 * accept it
 * @throws 400, 413, 415 if the image is rejected; 503 if it cannot be stored now
 */
export async function uploadImage(context: CallContext, { image, purpose }: UploadImageInput): Promise<string> {
  const reference = await storeImage(context, {
    image: await renderImage(Buffer.from(await image.arrayBuffer())),
    purpose: purpose ?? 'image',
    uploadedBy: context.actor.id,
  });
  const readable = await context.files.readableLinks(context.session);
  return readable(reference) ?? reference;
}

/**
 * Deletes an image that no record uses. A missing or external image is not an error (FILE-02). @throws 409 if a
 * record uses it
 */
export async function deleteImage(context: AppContext, url: string): Promise<void> {
  const reference = referenceIn(url);
  if (reference === null) return;
  if ((await removeImage(context, reference)) === 'in use') throw conflict('image_in_use');
}
