import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type DataDirectory, dataDirectoryAt, prepareDataDirectory } from './data-directory.ts';
import { stopOrphan } from './stop-postmaster.ts';
import { syncDirectory } from './sync-directory.ts';

/*
 * New data are made in `restoring`. One rename, to `restored`, decides that they are the data; what follows can be
 * interrupted at any point and is completed by whoever opens the data directory next. At every moment either all of the
 * old data or all of the new are what is opened, and the old are removed last.
 */
const places = (directory: DataDirectory) => ({
  draft: join(directory.path, 'restoring'),
  decided: join(directory.path, 'restored'),
  movingIn: join(directory.path, 'restored.moving-in'),
  old: join(directory.path, 'replaced'),
});

/** What of a data directory is replaced. */
function replaced(path: string): string[] {
  const { cluster, password, fallback, files } = dataDirectoryAt(path);
  return [cluster, password, fallback, files];
}

/** An empty data directory, inside the given one, in which new data are made. The caller holds the lock. */
export async function draftDirectory(directory: DataDirectory): Promise<DataDirectory> {
  await completeReplacement(directory);
  return prepareDataDirectory(places(directory).draft);
}

/** Makes the data of the draft, of which nothing runs any more, those of the directory. */
export async function replaceData(directory: DataDirectory): Promise<void> {
  const { draft, decided } = places(directory);
  const keep = new Set(replaced(draft));
  for (const name of await readdir(draft))
    if (!keep.has(join(draft, name))) await rm(join(draft, name), { recursive: true, force: true });
  await syncDirectory(draft);
  await rename(draft, decided);
  await completeReplacement(directory);
}

/** Completes a replacement that was decided, and removes one that was not. The caller holds the lock. */
export async function completeReplacement(directory: DataDirectory): Promise<void> {
  const { draft, decided, movingIn, old } = places(directory);
  if (existsSync(draft)) {
    await stopOrphan(dataDirectoryAt(draft));
    await rm(draft, { recursive: true, force: true });
  }
  if (existsSync(decided)) {
    await stopOrphan(directory);
    await syncDirectory(directory.path);
    await mkdir(old, { recursive: true, mode: 0o700 });
    await move(replaced(directory.path), old);
    await rename(decided, movingIn);
    await syncDirectory(directory.path);
  }
  if (existsSync(movingIn)) {
    await move(replaced(movingIn), directory.path);
    await syncDirectory(directory.path);
    await rm(movingIn, { recursive: true });
  }
  await rm(old, { recursive: true, force: true });
}

async function move(paths: readonly string[], folder: string): Promise<void> {
  for (const path of paths) if (existsSync(path)) await rename(path, join(folder, basename(path)));
}
