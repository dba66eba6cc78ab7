import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 100;

/** Reads a value of /proc/PID/status in bytes; null without the process or the file. */
async function statusBytes(pid: number, name: 'VmRSS' | 'VmHWM'): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/** Reads the resident memory of a process in bytes; null if the system does not report it. */
export const residentBytes = (pid: number): Promise<number | null> => statusBytes(pid, 'VmRSS');

/** Observes a process until it ends and returns its peak memory in bytes. */
export async function peakOf(child: ChildProcess): Promise<number | null> {
  let peak: number | null = null;
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    peak = (await statusBytes(child.pid, 'VmHWM')) ?? peak;
    await delay(EVERY_MS);
  }
  return peak;
}

const TICKS_PER_SECOND = 100;

/**
 * Reads the processor time that a process has used so far, in seconds. @throws Error if the system does not report it
 */
export async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // Fields after the name in parentheses: the first is the state, and the 12th and 13th are the user and system time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
