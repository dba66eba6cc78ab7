import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A copy of the package with PostgreSQL's programs where every account can reach it, made once for a version.
 * @param parents where it may be, in order of preference
 * @returns null when it can be nowhere
 */
export function reachableCopy(
  packageFolder: string,
  version: string,
  parents: readonly string[] = ['/var/lib', tmpdir()],
): string | null {
  for (const parent of parents) {
    const target = join(parent, `wayside-postgres-${version}`);
    try {
      if (!existsSync(target)) copyWhole(packageFolder, target, parent);
    } catch {
      // Not writable, or no room, or another start was faster: what is there now decides.
    }
    if (existsSync(target) && isOurs(target)) return target;
  }
  return null;
}

// Renamed into its place when it is whole, so that an interrupted copy is never taken for one.
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

// In a directory that all may write to, somebody else's programs could wait under this name.
function isOurs(path: string): boolean {
  const { uid, mode } = lstatSync(path);
  return uid === process.getuid?.() && (mode & 0o022) === 0;
}
