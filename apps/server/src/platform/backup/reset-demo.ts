import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type DataDirectory,
  dataDirectoryAt,
  hasCluster,
  prepareDataDirectory,
  syncDirectory,
} from '../../data-directory.ts';
import type { Settings } from '../../settings.ts';
import { StartError } from '../../start-error.ts';
import { takeDirectoryLock } from '../db/embedded/directory-lock.ts';
import { describeHolder } from '../db/embedded/open-embedded.ts';
import { draftDirectory, replaceData } from '../db/embedded/replace-data.ts';
import { findOlderVersions } from './upgrade-cluster.ts';

type DemoSettings = Pick<Settings, 'dataDir' | 'timeZone' | 'isPublicDemo'>;

/** Returns the day of an instant in a time zone, such as 2026-11-27. */
const dayOf = ({ timeZone }: Pick<Settings, 'timeZone'>, at: Date): string =>
  at.toLocaleDateString('sv-SE', { timeZone });

/** Stored while data is generated, so that after an interruption the data is generated again at the next startup. */
const UNFINISHED_DAY = '';

/** Reads the day of the public demo; null if there has been none. */
const readDay = ({ demoDay }: DataDirectory): Promise<string | null> =>
  readFile(demoDay, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

/**
 * Checks whether the directory has data, including files and records that an installation with a database server
 * stores in it.
 */
const hasData = (directory: DataDirectory): boolean =>
  hasCluster(directory) ||
  [directory.fallback, directory.files, directory.erasures, directory.access].some((path) => existsSync(path));

async function storeDay({ path, demoDay }: DataDirectory, day: string): Promise<void> {
  await writeFile(`${demoDay}.new`, day);
  await rename(`${demoDay}.new`, demoDay);
  await syncDirectory(path);
}

/** Refuses to use the data of a public demo, which visitors have changed, for any other purpose. @throws StartError */
export async function rejectDemoData({ dataDir }: DemoSettings): Promise<void> {
  if ((await readDay(dataDirectoryAt(dataDir))) !== null)
    throw new StartError(
      `DATA_DIR (${dataDir}) contains a public demo, whose data visitors could change: set DEMO_RESET=daily, or set DATA_DIR to another directory.`,
    );
}

/**
 * Removes the data of a public demo unless it was completed for the day of `at` (SHIP-06). Call it before the
 * database opens.
 * @returns the day, for `completeDemo`
 * @throws StartError if the data is not from a public demo, or if another process uses it
 */
export async function resetDemo(settings: DemoSettings, at: Date): Promise<string> {
  const directory = await prepareDataDirectory(settings.dataDir);
  const day = dayOf(settings, at);
  const madeFor = await readDay(directory);
  if (madeFor === day && (await findOlderVersions(directory)) === null) return day;
  if (madeFor === null && hasData(directory))
    throw new StartError(
      `DEMO_RESET=daily would delete the data in DATA_DIR (${settings.dataDir}), which were not made by a public demo: set DATA_DIR to a new directory.`,
    );
  const attempt = await takeDirectoryLock(directory.lock, 'serve');
  if ('holder' in attempt) throw new StartError(describeHolder(directory, attempt.holder));
  try {
    await storeDay(directory, UNFINISHED_DAY);
    await draftDirectory(directory);
    await replaceData(directory);
    for (const record of [directory.erasures, directory.access]) await rm(record, { force: true });
  } finally {
    await attempt.lock.release();
  }
  return day;
}

/** Records that the data is complete. */
export const recordDemoDay = ({ dataDir }: DemoSettings, day: string): Promise<void> =>
  storeDay(dataDirectoryAt(dataDir), day);

const CHECK_MS = 1_000;

/** Resolves at the end of the day, even if the machine was asleep. It never resolves after `signal`. */
export async function waitForDemoEnd(
  settings: DemoSettings,
  day: string,
  { now, signal }: { readonly now: () => Date; readonly signal: AbortSignal },
): Promise<void> {
  while (dayOf(settings, now()) === day) await delay(CHECK_MS, undefined, { signal });
}
