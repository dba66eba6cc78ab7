import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeDirectoryLock } from '../platform/db/embedded/directory-lock.ts';
import { eventually } from '../testing/eventually.ts';
import { namesAtRest } from '../testing/names-at-rest.ts';
import { startProgram } from '../testing/program.ts';
import { programsUnderTest } from '../testing/programs-under-test.ts';

const { path, start } = programsUnderTest();

const makeDemo = (DATA_DIR: string) => start({ DATA_DIR }, ['demo', '--bookings', '200']);

describe('[RUN-01] a command', { timeout: 300_000 }, () => {
  it('joins the database of the running program and leaves it running', async () => {
    const dataDir = path('running');
    const program = start({ DATA_DIR: dataDir });
    const address = await program.ready();
    const command = makeDemo(dataDir);
    expect(await command.ended()).toBe(0);
    expect(command.stdout()).toMatch(/^Filled in/);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect(await program.stop()).toBe(0);
  });

  it('starts the database itself when no program is running, even when two commands start at once', async () => {
    const dataDir = path('alone');
    const both = [makeDemo(dataDir), makeDemo(dataDir)];
    expect(await Promise.all(both.map((command) => command.ended()))).toEqual([0, 0]);
    const said = both.map((command) => command.stdout()).join('');
    expect(said).toContain('Filled in');
    expect(said).toContain('already exists');
    // The files folder is optional; no trace of a running program may remain.
    const left = (await namesAtRest(dataDir)).filter((name) => name !== 'files');
    expect(left).toEqual(['data-key', 'postgres', 'postgres.log', 'postgres.password']);
  });

  it('prevents the program from starting while the command runs, and the program reports it', async () => {
    const dataDir = path('alone');
    const attempt = await takeDirectoryLock(join(dataDir, 'wayside.lock'), 'command');
    const program = start({ DATA_DIR: dataDir });
    expect(await program.ended()).toBe(1);
    expect(program.stderr()).toMatch(/^An import or another command is working on [^\n]+\.\n$/);
    if ('lock' in attempt) await attempt.lock.release();
  });

  it('[RUN-02] stops its database and exits with code 130 when interrupted', async () => {
    const dataDir = path('interrupted');
    const command = start({ DATA_DIR: dataDir }, ['demo', '--bookings', '200000']);
    const files = () => readdir(dataDir).catch((): string[] => []);
    await eventually('its database', async () => (await files()).includes('connection.json'));
    expect(await command.stop('SIGINT')).toBe(130);
    // The files folder is optional; no trace of a running program may remain.
    const left = (await namesAtRest(dataDir)).filter((name) => name !== 'files');
    expect(left).toEqual(['postgres', 'postgres.log', 'postgres.password']);
  });

  it('[RUN-05] is rejected when API_HOST is set, because there is no database', async () => {
    const command = startProgram({ API_HOST: 'https://api.example.com' }, { words: ['demo'] });
    expect(await command.ended()).toBe(1);
    expect(command.stderr()).toMatch(/^API_HOST is set[^\n]+\.\n$/);
  });

  it('[OWN-06] verify-close exits with code 2 when it cannot run, and needs no setting', async () => {
    const invalid = { PORT: 'none', API_HOST: 'https://api.example.com', DATABASE_URL: 'nowhere' };
    const file = path('close.txt');
    const missing = startProgram(invalid, { words: ['verify-close', file] });
    expect([await missing.ended(), missing.stderr()]).toEqual([2, `There is no file ${file}.\n`]);
    const without = startProgram(invalid, { words: ['verify-close'] });
    expect([await without.ended(), without.stderr()]).toEqual([
      2,
      'Usage: npm run verify-close -- FILE [--key FINGERPRINT]\n',
    ]);
    await writeFile(file, 'no close\n');
    const unproved = startProgram(invalid, { words: ['verify-close', file] });
    expect(await unproved.ended()).toBe(1);
    expect(unproved.stdout()).toMatch(
      /^Without --key, the chain is checked against the key in the file itself[^\n]+\nNot proved: [^\n]+\n$/,
    );
  });
});
