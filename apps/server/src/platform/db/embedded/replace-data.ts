import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type DataDirectory,
  dataDirectoryAt,
  prepareDataDirectory,
  syncDirectory,
} from '../../../data-directory.ts';
import { stopOrphan } from './postmaster.ts';

/* New data is built in `restoring`; the rename to `restored` commits it. The next program that opens the directory
   completes the remaining steps, so it always opens either complete old or complete new data. Old data is removed
   last. */
const replacementPaths = (directory: DataDirectory) => ({
  draft: join(directory.path, 'restoring'),
  committed: join(directory.path, 'restored'),
  movingIn: join(directory.path, 'restored.moving-in'),
  old: join(directory.path, 'replaced'),
});

/** Returns the paths that a restore replaces. */
function replacedPaths(path: string): string[] {
  const { cluster, password, fallback, files } = dataDirectoryAt(path);
  return [cluster, password, fallback, files];
}

/** Creates an empty data directory inside the given one. The caller holds the lock of the outer directory. */
export async function draftDirectory(directory: DataDirectory): Promise<DataDirectory> {
  await completeReplacement(directory);
  return prepareDataDirectory(replacementPaths(directory).draft);
}

/** Replaces the data with the draft. No process may be using the draft. */
export async function replaceData(directory: DataDirectory): Promise<void> {
  const { draft, committed } = replacementPaths(directory);
  const restored = new Set(replacedPaths(draft));
  for (const name of await readdir(draft))
    if (!restored.has(join(draft, name))) await rm(join(draft, name), { recursive: true, force: true });
  await syncDirectory(draft);
  await rename(draft, committed);
  await completeReplacement(directory);
}

/** Completes a committed replacement and removes an uncommitted one. The caller holds the lock. */
export async function completeReplacement(directory: DataDirectory): Promise<void> {
  const { draft, committed, movingIn, old } = replacementPaths(directory);
  if (existsSync(draft)) {
    await stopOrphan(dataDirectoryAt(draft));
    await rm(draft, { recursive: true, force: true });
  }
  if (existsSync(committed)) {
    await stopOrphan(directory);
    await syncDirectory(directory.path);
    await mkdir(old, { recursive: true, mode: 0o700 });
    await move(replacedPaths(directory.path), old);
    await rename(committed, movingIn);
    await syncDirectory(directory.path);
  }
  if (existsSync(movingIn)) {
    await move(replacedPaths(movingIn), directory.path);
    await syncDirectory(directory.path);
    await rm(movingIn, { recursive: true });
  }
  await rm(old, { recursive: true, force: true });
}

async function move(paths: readonly string[], folder: string): Promise<void> {
  for (const path of paths) if (existsSync(path)) await rename(path, join(folder, basename(path)));
}
