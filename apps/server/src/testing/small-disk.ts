import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk that a test can fill, enlarge and make read-only. */
export type SmallDisk = Exclude<ReturnType<typeof smallDisk>, string>;

const BLOCK = Buffer.alloc(4096);

/** Runs a system command and returns its error message; null if it succeeds. */
function errorOf(program: 'mount' | 'umount', args: string[]): string | null {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? null : (error?.message ?? stderr.trim());
}

/** Mounts a disk in memory, or returns the reason why this is not possible. */
export function smallDisk(megabytes: number) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can mount a small disk';
  const path = mkdtempSync(join(tmpdir(), 'wayside-disk-'));
  const error = errorOf('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'wayside-test', path]);
  if (error !== null) {
    rmSync(path, { recursive: true });
    return `no small disk can be mounted here (${error})`;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: () => takeAll(ballast),
    free: () => rmSync(ballast, { force: true }),
    /** Changes the size or mode. A disk in use cannot become read-only. */
    remount: ({ megabytes: size, isReadOnly }: { readonly megabytes?: number; readonly isReadOnly?: boolean }) => {
      const options = ['remount', isReadOnly ? 'ro' : 'rw', ...(size === undefined ? [] : [`size=${size}m`])];
      const message = errorOf('mount', ['-o', options.join(','), path]);
      if (message !== null) throw new Error(message);
    },
    remove: () => {
      errorOf('umount', ['--lazy', path]);
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
