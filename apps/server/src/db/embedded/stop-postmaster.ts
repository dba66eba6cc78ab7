import { readFile, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataDirectory } from './data-directory.ts';
import { processIdentity } from './process-identity.ts';

/** Signals in turn and how long each is given, in ms: fast, immediate (the next start recovers), the kernel's. */
const farewells: [NodeJS.Signals, number][] = [
  ['SIGINT', 15_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

/** Ends a server: open transactions are rolled back, what is committed is on disk. */
export async function stopPostmaster(pid: number, hasEnded: () => boolean): Promise<void> {
  for (const [signal, patienceMs] of farewells) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      if (hasEnded()) return;
      await delay(10);
    }
  }
}

/**
 * Ends the server that an earlier Wayside left behind when it was killed. Our lock is held, so nobody else's runs here.
 * It is not adopted: the parent of a process is told of its end, and only then can it be restarted in time (RUN-03).
 * @returns whether there was one
 */
export async function stopOrphan(directory: DataDirectory): Promise<boolean> {
  const text = await readFile(join(directory.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1) return false;
  const identity = processIdentity(pid);
  if (identity === null || !(await worksIn(pid, directory.cluster))) return false;
  await stopPostmaster(pid, () => processIdentity(pid) !== identity);
  return true;
}

// The number may since have gone to another program; a server has its data as working directory.
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const [there, here] = await Promise.all([readlink(`/proc/${pid}/cwd`).catch(() => null), realpath(cluster)]);
  return there === here;
}
