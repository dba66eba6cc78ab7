import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { StartError } from './start-error.ts';

/** Returns the folder for temporary files: `TMPDIR` or the system's folder. @throws StartError if there is none */
export function findTemporaryFolder(others: readonly string[] = ['/tmp', '/var/tmp']): string {
  const candidates = [tmpdir(), ...others];
  const usable = candidates.find(canWriteTo);
  if (usable !== undefined) return usable;
  const named = [...new Set(candidates)].join(', ');
  throw new StartError(
    `Temporary files cannot be written: none of ${named} is usable. Set TMPDIR to a writable folder.`,
  );
}

function canWriteTo(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
