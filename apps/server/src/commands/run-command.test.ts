import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeDirectoryLock } from '../platform/db/embedded/directory-lock.ts';
import { eventually } from '../testing/eventually.ts';
import { namesAtRest } from '../testing/names-at-rest.ts';
import { buildProgram, startProgram } from '../testing/program.ts';

let folder: string;

beforeAll(async () => {
  buildProgram();
  folder = await mkdtemp(join(tmpdir(), 'wayside-commands-'));
}, 300_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const makeDemo = (dataDir: string) => startProgram({ DATA_DIR: dataDir }, { words: ['demo', '--bookings', '200'] });

describe('[RUN-01] a command', { timeout: 300_000 }, () => {
  it('joins the database of the running program and leaves it running', async () => {
    const dataDir = join(folder, 'running');
    const program = startProgram({ DATA_DIR: dataDir });
    const address = await program.ready();
    const command = makeDemo(dataDir);
    expect(await command.ended()).toBe(0);
    expect(command.stdout()).toMatch(/^Filled in/);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect(await program.stop()).toBe(0);
  });

  it('starts the database itself when no program runs, also two commands at once', async () => {
    const dataDir = join(folder, 'alone');
    const both = [makeDemo(dataDir), makeDemo(dataDir)];
    expect(await Promise.all(both.map((command) => command.ended()))).toEqual([0, 0]);
    const said = both.map((command) => command.stdout()).join('');
    expect(said).toContain('Filled in');
    expect(said).toContain('is here already');
    // The files folder may exist or not; no trace of a running program may remain.
    const left = (await namesAtRest(dataDir)).filter((name) => name !== 'files');
    expect(left).toEqual(['data-key', 'postgres', 'postgres.log', 'postgres.password']);
  });

  it('at work prevents a program from starting, which reports it', async () => {
    const dataDir = join(folder, 'alone');
    const attempt = await takeDirectoryLock(join(dataDir, 'wayside.lock'), 'command');
    const program = startProgram({ DATA_DIR: dataDir });
    expect(await program.ended()).toBe(1);
    expect(program.stderr()).toMatch(/^An import or another command is working on [^\n]+\.\n$/);
    if ('lock' in attempt) await attempt.lock.release();
  });

  it('[RUN-02] that is interrupted stops its database and exits with 130', async () => {
    const dataDir = join(folder, 'interrupted');
    const command = startProgram({ DATA_DIR: dataDir }, { words: ['demo', '--bookings', '200000'] });
    const files = () => readdir(dataDir).catch((): string[] => []);
    await eventually('its database', async () => (await files()).includes('connection.json'));
    expect(await command.stop('SIGINT')).toBe(130);
    // The files folder may exist or not; no trace of a running program may remain.
    const left = (await namesAtRest(dataDir)).filter((name) => name !== 'files');
    expect(left).toEqual(['postgres', 'postgres.log', 'postgres.password']);
  });

  it('[RUN-05] is rejected with API_HOST, which has no database', async () => {
    const command = startProgram({ API_HOST: 'https://api.example.com' }, { words: ['demo'] });
    expect(await command.ended()).toBe(1);
    expect(command.stderr()).toMatch(/^API_HOST is set[^\n]+\.\n$/);
  });

  it('[OWN-06] of verify-close exits with 2 when it could not run, and needs no setting', async () => {
    const invalid = { PORT: 'none', API_HOST: 'https://api.example.com', DATABASE_URL: 'nowhere' };
    const file = join(folder, 'close.txt');
    const missing = startProgram(invalid, { words: ['verify-close', file] });
    expect([await missing.ended(), missing.stderr()]).toEqual([2, `There is no file ${file}.\n`]);
    const without = startProgram(invalid, { words: ['verify-close'] });
    expect([await without.ended(), without.stderr()]).toEqual([
      2,
      'Use: npm run verify-close -- FILE [--key FINGERPRINT]\n',
    ]);
    await writeFile(file, 'no close\n');
    const unproved = startProgram(invalid, { words: ['verify-close', file] });
    expect(await unproved.ended()).toBe(1);
    expect(unproved.stdout()).toMatch(
      /^Without --key, a chain that anybody has signed is proved[^\n]+\nNot proved: [^\n]+\n$/,
    );
  });
});
