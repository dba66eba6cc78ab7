import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own, which a test may fill, grow and lock. */
export interface SmallDisk {
  readonly path: string;
  /** Uses up what room there is. */
  fill(): void;
  /** Gives the room back that `fill` took. */
  free(): void;
  /** Its size from now on; it must not be in use when it is to become read-only. */
  remount(options: { readonly megabytes?: number; readonly isReadOnly?: boolean }): void;
  remove(): void;
}

const BLOCK = Buffer.alloc(4096);

/** Runs one of the system's programs; answers what it complained about, or null. */
function failureOf(program: 'mount' | 'umount', words: string[]): string | null {
  const { status, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  return status === 0 ? null : (error?.message ?? stderr.trim());
}

/** Mounts one in memory, or answers why that cannot be done here: it takes root. */
export function smallDisk(megabytes: number): SmallDisk | string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can mount a small disk';
  const path = mkdtempSync(join(tmpdir(), 'wayside-disk-'));
  const problem = failureOf('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'wayside-test', path]);
  if (problem !== null) {
    rmSync(path, { recursive: true });
    return `no small disk can be mounted here (${problem})`;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: () => takeAll(ballast),
    free: () => rmSync(ballast, { force: true }),
    remount: ({ megabytes: size, isReadOnly }) => {
      const options = ['remount', isReadOnly ? 'ro' : 'rw', ...(size === undefined ? [] : [`size=${size}m`])];
      const failure = failureOf('mount', ['-o', options.join(','), path]);
      if (failure !== null) throw new Error(failure);
    },
    remove: () => {
      failureOf('umount', ['--lazy', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function takeAll(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (;;) writeSync(file, BLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}
