import type { Logger } from 'pino';
import { dataDirectoryAt } from '../../data-directory.ts';
import type { Settings } from '../../settings.ts';
import { StartError } from '../../start-error.ts';
import type { DataKeys } from '../crypto/data-keys.ts';
import { diskStore } from './disk-store.ts';
import type { ImageStore } from './image-store.ts';
import { objectStore } from './object-store.ts';
import { type LinkSession, type ReadableLink, readableLinks } from './signed-links.ts';

/** The stored images, as verbs use them. */
export interface Files {
  readonly store: ImageStore;
  /**
   * Makes the links of one answer (FILE-03): the reference of a document becomes a link that is signed for a few minutes
   * and ends with the reader's session (PRIV-02), any other value stays. Without a session nothing is signed.
   * @example const readable = await files.readableLinks(session); return { ...payment, screenshot: readable(payment.screenshot) };
   */
  readableLinks(session: LinkSession | null): Promise<ReadableLink>;
}

export interface FilesParts {
  readonly settings: Pick<Settings, 'objectStorage' | 'dataDir'>;
  readonly keys: DataKeys;
  readonly now: () => Date;
}

/** Opens the image store, which is not read before the first image. */
export function openFiles({ settings, keys, now }: FilesParts): Files {
  return {
    store: openImageStore(settings),
    readableLinks: async (session) =>
      session === null ? (stored) => stored : readableLinks(await keys.derived('links'), now(), session),
  };
}

/** The object storage that the settings name, else the data directory. */
export function openImageStore({ objectStorage, dataDir }: FilesParts['settings']): ImageStore {
  return objectStorage === null ? diskStore(dataDirectoryAt(dataDir).files) : objectStore(objectStorage);
}

/**
 * Checks at the start that the object storage accepts the settings. Without a connection it only logs a warning:
 * everything but images works, and the storage may come back.
 * @throws SettingsError when a setting is wrong (RUN-02)
 */
export async function checkImageStore(
  { objectStorage }: Pick<Settings, 'objectStorage'>,
  log: Logger,
): Promise<void> {
  if (objectStorage === null) return;
  try {
    await objectStore(objectStorage).check();
  } catch (error) {
    if (error instanceof StartError) throw error;
    log.warn({ err: error }, 'the object storage cannot be reached; images are away until it can');
  }
}
