import { conflict } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { referenceIn } from '../../files/image-reference.ts';
import { removeImage } from '../../files/remove-images.ts';

/**
 * Removes an image that was replaced or whose record is gone; one that is gone, or was never ours, is no error (FILE-02).
 * @throws 409 while a record refers to it: nobody's papers go by a call that no activity log sees
 */
export async function deleteImage(context: AppContext, url: string): Promise<void> {
  const reference = referenceIn(url);
  if (reference === null) return;
  if ((await removeImage(context, reference)) === 'in use') throw conflict('A record still shows this image.');
}
