import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockHolder, processIdentity, takeDirectoryLock } from './directory-lock.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayside-lock-'));
  path = join(folder, 'lock');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const held = { token: 'theirs', pid: process.pid, identity: processIdentity(process.pid), host: hostname() };
const leave = (holder: object) => writeFile(path, JSON.stringify({ ...held, purpose: 'serve', ...holder }));

describe('[RUN-01] the lock file of a data directory', () => {
  it('is held by one process at a time and leaves no file behind', async () => {
    const first = await takeDirectoryLock(path, 'command');
    if (!('lock' in first)) throw new Error('the lock was free');
    expect(await takeDirectoryLock(path, 'serve')).toEqual({
      holder: expect.objectContaining({ pid: process.pid, purpose: 'command', token: first.lock.token }),
    });
    await first.lock.release();
    expect(await lockHolder(path)).toBeNull();
    expect(await readdir(folder)).toEqual([]);
  });

  it('is acquired by exactly one of many concurrent processes when it is stale', async () => {
    for (let round = 0; round < 40; round += 1) {
      await leave({ token: `dead-${round}`, identity: 'another life' });
      // In every second round, a process that was about to take over the lock has also died.
      const claim = { ...held, token: `claimant-${round}`, identity: 'another life', purpose: 'serve' };
      if (round % 2 === 0) await writeFile(`${path}.after-dead-${round}`, JSON.stringify(claim));
      const attempts = await Promise.all(Array.from({ length: 8 }, () => takeDirectoryLock(path, 'serve')));
      expect(attempts.filter((attempt) => 'lock' in attempt)).toHaveLength(1);
      for (const attempt of attempts) if ('lock' in attempt) await attempt.lock.release();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it('is taken over from a process that was killed', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    await leave({ pid, identity: processIdentity(pid) });
    expect(await takeDirectoryLock(path, 'serve')).toHaveProperty('holder.pid', pid);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await takeDirectoryLock(path, 'serve')).toHaveProperty('lock');
  });

  it('is taken over when an unrelated process has the pid', async () => {
    await leave({ identity: 'a life before the last start of this machine' });
    expect(await takeDirectoryLock(path, 'serve')).toHaveProperty('lock');
  });

  it('is taken over when its file is unreadable', async () => {
    await writeFile(path, '');
    expect(await takeDirectoryLock(path, 'serve')).toHaveProperty('lock');
  });

  it('is valid while its heartbeat is recent when it is from a container with the same host name', async () => {
    await leave({ pid: 1, identity: 'of the container', pidNamespace: 'pid:[1]' });
    expect(await takeDirectoryLock(path, 'serve')).toHaveProperty('holder.pidNamespace', 'pid:[1]');
    const aMinuteAgo = new Date(Date.now() - 60_000);
    await utimes(path, aMinuteAgo, aMinuteAgo);
    expect(await takeDirectoryLock(path, 'serve')).toHaveProperty('lock');
  });

  it('is valid while its heartbeat is recent when it is from another host', async () => {
    await leave({ host: 'another-container', pid: 1 });
    expect(await takeDirectoryLock(path, 'serve')).toHaveProperty('holder.host', 'another-container');
    const aMinuteAgo = new Date(Date.now() - 60_000);
    await utimes(path, aMinuteAgo, aMinuteAgo);
    expect(await takeDirectoryLock(path, 'serve')).toHaveProperty('lock');
    expect(JSON.parse(await readFile(path, 'utf8'))).toHaveProperty('host', hostname());
  });
});
