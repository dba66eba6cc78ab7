import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 100;

/**
 * Runs `work` while no other process does, because two concurrent starts must not install or build at the same time.
 * @param {string} lock a file with the id of the process that holds the lock
 * @param {() => Promise<void>} work
 */
export async function withProcessLock(lock, work) {
  mkdirSync(dirname(lock), { recursive: true });
  while (!take(lock)) await delay(pollMs);
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @param {string} lock */
function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  if (!isRunning(lock)) rmSync(lock, { force: true });
  return false;
}

/** @param {string} lock */
function isRunning(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    if (pid > 0) process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
