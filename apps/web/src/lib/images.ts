import { deleteImage } from '@wayside/contract/files';
import { call } from './api.ts';
import { config, isOwnServer } from './config.ts';

const HAS_SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** Returns the full URL of an image. A path without a host is on the file host. */
export function imageAddress(url: string): string {
  const { apiHost, fileHost } = config();
  const host = fileHost || apiHost;
  return host === '' || HAS_SCHEME.test(url) ? url : new URL(url, `${host}/`).href;
}

/**
 * Checks whether an image of our server is on another host and has not been copied. The web app only links to such an
 * image and never loads it (FILE-04).
 */
export function isExternalImage(url: string): boolean {
  if (!isOwnServer() || !URL.canParse(imageAddress(url), location.href)) return false;
  const { protocol, origin } = new URL(imageAddress(url), location.href);
  return /^https?:$/.test(protocol) && origin !== new URL(imageAddress('/'), location.href).origin;
}

/** Deletes an image that no record uses any more; a failure is only logged (FILE-02). */
export async function deleteUnusedImage(url: string): Promise<void> {
  try {
    await call(deleteImage, { query: { url } });
  } catch (error) {
    console.warn('an old image was not deleted', error);
  }
}

/** Deletes the images of a deleted record one by one, skipping null. */
export async function deleteUnusedImages(urls: readonly (string | null | undefined)[]): Promise<void> {
  const given = urls.flatMap((url) => url?.trim() || []);
  for (const url of new Set(given)) await deleteUnusedImage(url);
}
