import { deleteImage } from '@wayside/contract/files';
import { call } from './api.ts';
import { config } from './config.ts';

const HAS_SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** Where an image of a record is: what a provider names without a host is on its file host, not where the web is. */
export function imageAddress(url: string): string {
  const { apiHost, fileHost } = config();
  const host = fileHost || apiHost;
  return host === '' || HAS_SCHEME.test(url) ? url : new URL(url, `${host}/`).href;
}

/** Lets go of an image that no record needs any more; a failure is only a warning in the log (FILE-02). */
export async function forgetImage(url: string): Promise<void> {
  try {
    await call(deleteImage, { query: { url } });
  } catch (error) {
    console.warn('an old image was not deleted', error);
  }
}

/** The same with those of a record that was deleted, one after the other; who has none says null. */
export async function forgetImages(urls: readonly (string | null | undefined)[]): Promise<void> {
  const given = urls.flatMap((url) => url?.trim() || []);
  for (const url of new Set(given)) await forgetImage(url);
}
