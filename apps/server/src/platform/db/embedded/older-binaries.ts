import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { binariesIn, binariesOf, type PostgresBinaries, packageName } from './binaries.ts';
import type { SystemUser } from './system-user.ts';

const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const LIMIT_MS = 600_000;
const versionList = z.array(z.string());

/** Programs of another major version than this Wayside brings. */
export interface OlderBinaries {
  readonly binaries: PostgresBinaries;
  /** Removes what was installed for them. */
  remove(): Promise<void>;
}

/**
 * Finds the programs of an older major version, which alone read its data: those of the system, else npm installs them into `folder`.
 * @throws Error when there are none
 */
export async function findOlderBinaries(
  majorVersion: number,
  user: SystemUser | null,
  folder: string,
): Promise<OlderBinaries> {
  const ofSystem = binariesIn(join('/usr/lib/postgresql', String(majorVersion)), user);
  if (typeof ofSystem !== 'string') return { binaries: ofSystem, remove: async () => undefined };
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    // The user who runs the programs must be able to enter it.
    await mkdir(folder, { recursive: true, mode: 0o755 });
    await install(`${packageName()}@${await newestOf(majorVersion)}`, folder);
    const binaries = binariesOf(join(folder, 'node_modules', packageName()), user);
    if (typeof binaries === 'string') throw new Error(`its programs do not run here (${binaries})`);
    return { binaries, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The newest version of the package for a major version: its versions are pre-releases, which a range does not select. */
async function newestOf(majorVersion: number): Promise<string> {
  const stdout = await npm(['view', packageName(), 'versions', '--json']);
  const version = versionList.parse(JSON.parse(stdout)).findLast((it) => it.startsWith(`${majorVersion}.`));
  if (version === undefined) throw new Error(`npm has no ${packageName()} of version ${majorVersion}`);
  return version;
}

async function install(name: string, folder: string): Promise<void> {
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  await npm(['install', '--prefix', folder, ...quiet, name]);
}

/** @returns what it prints */
function npm(words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(NPM, words, { timeout: LIMIT_MS }, (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });
}
