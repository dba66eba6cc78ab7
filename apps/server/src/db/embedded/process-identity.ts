import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * What tells this life of a process from a later process with the same number, or null when no such process lives.
 * A number alone is used again: by another program, and always after a reboot or in a restarted container.
 */
export function processIdentity(pid: number): string | null {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may hold anything; what follows are fixed fields: the state, … , the start in ticks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const isDead = fields[0] === 'Z' || fields[0] === 'X';
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return isDead ? null : `${boot}/${fields[19]}`;
  } catch {
    return null;
  }
}

function fromPs(pid: number): string | null {
  if (process.platform === 'win32') return isThere(pid) ? 'alive' : null;
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
