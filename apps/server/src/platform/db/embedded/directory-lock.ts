import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { link, readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { z } from 'zod';

/** Identifies a process more reliably than its pid, which systems reuse. Null if the process is not running. */
export function processIdentity(pid: number): string | null {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain any characters. It is followed by the state and, at index 19, by the start
    // time in ticks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const isDead = fields[0] === 'Z' || fields[0] === 'X';
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return isDead ? null : `${boot}/${fields[19]}`;
  } catch {
    return null;
  }
}

function fromPs(pid: number): string | null {
  if (process.platform === 'win32') return isRunning(pid) ? 'alive' : null;
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export type Purpose = 'serve' | 'command';

const lockSchema = z.object({
  token: z.string(),
  pid: z.number(),
  identity: z.string().nullable(),
  host: z.string(),
  /** Null outside of Linux or in a lock of an older version. */
  pidNamespace: z.string().nullable().default(null),
  purpose: z.enum(['serve', 'command']),
});

/** The holder of a lock. Every holder has a new `token`. */
export type LockHolder = z.infer<typeof lockSchema>;

export interface DirectoryLock {
  readonly token: string;
  release(): Promise<void>;
}

const HEARTBEAT_MS = 5_000;
const HEARTBEAT_TIMEOUT_MS = 20_000;
const MAX_ATTEMPTS = 20;

/**
 * Takes the lock, or returns its holder. It takes over the lock of a dead process. On the same host, pid and start
 * time identify a process; on another host or in a container, a heartbeat shows that it is alive.
 */
export async function takeDirectoryLock(
  path: string,
  purpose: Purpose,
): Promise<{ lock: DirectoryLock } | { holder: LockHolder }> {
  const token = randomUUID();
  const mine: LockHolder = {
    token,
    pid: process.pid,
    identity: processIdentity(process.pid),
    host: hostname(),
    pidNamespace: await pidNamespace(),
    purpose,
  };
  const draft = `${path}.${token}`;
  try {
    await writeFile(draft, JSON.stringify(mine), { mode: 0o600, flag: 'wx' });
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const outcome = await tryOnce(draft, path);
      if (outcome === 'taken') return { lock: createHeldLock(path, token) };
      if (outcome !== 'changed') return { holder: outcome };
    }
    throw new Error(`the lock ${path} could not be taken`);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Returns the running holder, or null. */
export async function lockHolder(path: string): Promise<LockHolder | null> {
  const found = await readLock(path);
  return found !== null && (await isHeld(found, path)) ? found : null;
}

function createHeldLock(path: string, token: string): DirectoryLock {
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, HEARTBEAT_MS).unref();
  return {
    token,
    release: async () => {
      clearInterval(heartbeat);
      if ((await readLock(path))?.token === token) await rm(path, { force: true });
    },
  };
}

// link() atomically creates the file with its content, and fails if the file exists.
async function linkWhenFree(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function readLock(path: string): Promise<LockHolder | null> {
  try {
    return lockSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Containers can have the same host name but separate pids. */
const pidNamespace = (): Promise<string | null> => readlink('/proc/self/ns/pid').catch(() => null);

async function isHeld(holder: LockHolder, path: string): Promise<boolean> {
  const hasItsPids = holder.pidNamespace === null || holder.pidNamespace === (await pidNamespace());
  if (holder.host === hostname() && hasItsPids)
    return holder.identity !== null && processIdentity(holder.pid) === holder.identity;
  const beat = await stat(path).catch(() => null);
  return beat !== null && Date.now() - beat.mtimeMs < HEARTBEAT_TIMEOUT_MS;
}

/**
 * Makes one attempt to take the lock. To replace a dead holder, it creates a claim file named after that holder's
 * token, checks that the lock is still the same, and replaces it. If the owner of a claim file has died, its claim is
 * replaced by the same procedure. Removing a stale lock directly could remove the lock of a faster process.
 * @returns the running holder, or `changed` to try again
 */
async function tryOnce(draft: string, path: string): Promise<'taken' | 'changed' | LockHolder> {
  const dead: { file: string; token: string | null }[] = [];
  let file = path;
  while (!(await linkWhenFree(draft, file))) {
    const found = await readLock(file);
    if (found !== null && (await isHeld(found, file))) return found;
    if (found === null && !existsSync(file)) return 'changed';
    dead.push({ file, token: found?.token ?? null });
    file = `${path}.after-${found?.token ?? 'unreadable'}`;
  }
  if (file === path) return 'taken';
  const now = await Promise.all(dead.map((holder) => readLock(holder.file)));
  const isPending = dead.every(({ token }, index) => token === (now[index]?.token ?? null)) && existsSync(path);
  if (isPending) await rename(draft, path);
  const claims = isPending ? [...dead.slice(1).map((claim) => claim.file), file] : [file];
  for (const claim of claims) await rm(claim, { force: true });
  return isPending ? 'taken' : 'changed';
}
