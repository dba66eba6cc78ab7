import type { FileContent } from '@wayside/contract/wire/file-content';
import type { Actor, AppContext } from '../../context.ts';
import type { Purpose } from '../../files/image-reference.ts';
import { renderImage } from '../../files/render-image.ts';
import { storeImage } from '../../files/store-image.ts';

/** What somebody sends. */
export interface Upload {
  readonly image: FileContent;
  readonly purpose: Purpose | null;
}

/**
 * Keeps an image (FILE-03).
 * @returns its URL: for a document a link that expires, which a save or `deleteImage` still recognises
 * @throws 400, 413, 415 when it is not taken; 503 when it cannot be stored now
 */
export async function uploadImage(context: AppContext, actor: Actor, { image, purpose }: Upload): Promise<string> {
  const rendered = await renderImage(Buffer.from(await image.arrayBuffer()));
  const reference = await storeImage(context, {
    image: rendered,
    purpose: purpose ?? 'image',
    uploadedBy: actor.id,
  });
  const readable = await context.files.readableLinks();
  return readable(reference) ?? reference;
}
