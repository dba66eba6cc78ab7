import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Logger } from 'pino';
import type { DataDirectory } from '../embedded/data-directory.ts';
import { diskFull, isDiskFull } from '../embedded/disk-full.ts';
import { startFallbackServer } from './fallback-server.ts';

/**
 * Makes PGlite's directory unless it is there. It takes its name when it is whole: half of one would be taken for data
 * that were begun with PGlite, for ever.
 * @throws StartError when the disk is full
 */
export async function ensureFallback(directory: DataDirectory, log: Logger): Promise<void> {
  if (existsSync(directory.fallback)) return;
  const prefix = `${basename(directory.fallback)}.new-`;
  const draft = join(directory.path, `${prefix}${randomUUID()}`);
  try {
    const { stop } = await startFallbackServer(draft, log);
    await stop();
    await rename(draft, directory.fallback);
  } catch (error) {
    throw (await isDiskFull(directory.path)) ? diskFull(directory.path, error) : error;
  } finally {
    const drafts = (await readdir(directory.path)).filter((name) => name.startsWith(prefix));
    for (const name of drafts) await rm(join(directory.path, name), { recursive: true, force: true });
  }
}
