import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import { objectStore } from './object-store.ts';

/**
 * Asks the object storage of the settings, where they name one, whether it knows us. One that cannot be reached is told
 * of and may come back: everything but images works without it.
 * @throws SettingsError when a setting must be wrong (RUN-02)
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
