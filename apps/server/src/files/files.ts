import type { Database } from '../db/database.ts';
import { dataDirectoryAt } from '../db/embedded/data-directory.ts';
import type { Settings } from '../settings.ts';
import { diskStore } from './disk-store.ts';
import type { ImageStore } from './image-store.ts';
import { linkKeyReader } from './link-key.ts';
import { objectStore } from './object-store.ts';
import { type ReadableLink, readableLinks } from './signed-links.ts';

/** The images that we keep ourselves, as verbs work with them. */
export interface Files {
  readonly store: ImageStore;
  /** What document links are signed with; every node has the same. */
  linkKey(): Promise<Buffer>;
  /**
   * Makes the links of one answer from what its records hold (FILE-03): a document of ours gets a signature for a few
   * minutes, everything else passes as it is.
   * @example const readable = await files.readableLinks(); return { ...payment, screenshot: readable(payment.screenshot) };
   */
  readableLinks(): Promise<ReadableLink>;
}

export interface FilesParts {
  readonly settings: Pick<Settings, 'objectStorage' | 'dataDir'>;
  readonly database: Database;
  readonly now: () => Date;
}

/** Nothing is asked of the store or the database before the first image. */
export function openFiles({ settings, database, now }: FilesParts): Files {
  const linkKey = linkKeyReader(database);
  return {
    store: openImageStore(settings),
    linkKey,
    readableLinks: async () => readableLinks(await linkKey(), now()),
  };
}

/** Object storage where the settings name one, else the data directory. */
export function openImageStore({ objectStorage, dataDir }: FilesParts['settings']): ImageStore {
  return objectStorage === null ? diskStore(dataDirectoryAt(dataDir).files) : objectStore(objectStorage);
}
