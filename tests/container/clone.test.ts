import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findTemporaryFolder } from '../../apps/server/src/temporary-folder.ts';
import { eventually } from '../../apps/server/src/testing/eventually.ts';
import { fetchToken } from '../../apps/server/src/testing/program.ts';
import { copyCheckout } from './image.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string) => readFileSync(join(repository, name), 'utf8');
const shellBlocks = (name: string) =>
  [...read(name).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text);

const folder = mkdtempSync(join(findTemporaryFolder(['/var/tmp']), 'wayside-clone-'));
const clone = join(folder, 'clone');
const running: ChildProcess[] = [];

beforeAll(() => {
  mkdirSync(clone);
  copyCheckout('.', clone);
});
afterAll(() => {
  for (const child of running) if (child.exitCode === null) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command in the clone on a free port instead of 3000. */
function type(command: string) {
  // A shell that waits for the program would not forward signals to it.
  const [words = ''] = command.split('\n');
  const [assignments = ''] = /^(?:\w+=\S+ )*/.exec(words) ?? [];
  const line = `${assignments}exec ${words.slice(assignments.length)}`;
  const { PATH, HOME } = process.env;
  const child = spawn('sh', ['-c', line], {
    cwd: clone,
    env: { PATH, HOME, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'close').then(([code]) => Number(code));
  return {
    ended,
    output: () => output,
    /** @returns the address at which the program serves */
    ready: async () => {
      await eventually(
        'the address',
        () => {
          if (child.exitCode !== null) throw new Error(`"${words}" ended:\n${output}`);
          return output.includes('Wayside is ready: ');
        },
        900_000,
      );
      return /Wayside is ready: (\S+)/.exec(output)?.[1] ?? '';
    },
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/**
 * Packs the client as a release does, installs it in an empty folder, and uses it to run the program of
 * docs/integration.md.
 */
function readWithPackage(url: string, key: string): string {
  type Workflow = { jobs: { client: { steps: { name?: string; run?: string }[] } } };
  const { jobs }: Workflow = parse(read('.github/workflows/release.yml'));
  const pointed = jobs.client.steps.find(({ name }) => name?.startsWith('Point the package'))?.run ?? '';
  const run = (program: string, words: string[], cwd: string) =>
    execFileSync(program, words, {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, GITHUB_REPOSITORY: 'example/wayside', WAYSIDE_KEY: key },
    });
  const market = join(folder, 'market');
  mkdirSync(market);
  run('sh', ['-e', '-c', pointed], clone);
  run('npm', ['pack', '--silent', '--workspace', '@wayside/client', '--pack-destination', market], clone);
  const [archive = ''] = readdirSync(market);
  run('npm', ['install', '--silent', '--offline', `./${archive}`], market);
  const [, program = ''] = /^```ts\n(import \{ createClient.*?)^```$/ms.exec(read('docs/integration.md')) ?? [];
  writeFileSync(join(market, 'read.mjs'), program.replace('https://backoffice.example.org', url));
  return run('node', ['read.mjs'], market);
}

describe('[SHIP-03, RUN-01] a fresh clone without installed packages', { timeout: 1_200_000 }, () => {
  it('starts with the first command in README.md and docs/install.md, and can be backed up and restored as documented', async () => {
    const [[start = ''], [startOfReadme]] = [shellBlocks('docs/install.md'), shellBlocks('README.md')];
    expect(startOfReadme).toBe(start);
    const row = /^\| Node \|(.*)\|$/m.exec(read('docs/install.md'))?.[1] ?? '';
    const [backup = '', restore = ''] = [...row.matchAll(/`([^`]+)`/g)].map(([, command = '']) =>
      command.replace('FILE', join(folder, 'wayside.backup')),
    );

    const first = type(start);
    const address = await first.ready();
    const password = / password:? "?([\w-]+)/.exec(first.output())?.[1] ?? '';
    expect(await fetchToken(address, password), first.output()).not.toBe('');
    const saved = type(backup);
    expect([await saved.ended, saved.output()]).toEqual([0, expect.stringContaining('Backed up ')]);
    expect(await first.stop()).toBe(0);

    const restored = type(restore);
    expect([await restored.ended, restored.output()]).toEqual([0, expect.stringContaining('Restored ')]);
    const second = type(start);
    const again = await second.ready();
    expect(await fetchToken(again, password)).not.toBe('');

    const created = type('npm run key -- create reports --scope read:bookings');
    expect(await created.ended).toBe(0);
    const key = created.output().trimEnd().split('\n').at(-1) ?? '';
    expect(readWithPackage(again, key)).toMatch(/^([0-9a-f]{24}\n)+$/);
    expect(await second.stop()).toBe(0);
  });

  it('starts with hot reload, and writes a migration, with the commands of docs/commands.md', async () => {
    const [dev = '', migration = ''] = ['dev', 'migration'].map(
      (name) => new RegExp(`^\\| \`(npm run ${name}\\b[^\`]*)\``, 'm').exec(read('docs/commands.md'))?.[1],
    );
    const reloading = type(dev);
    await reloading.ready();
    await reloading.stop();
    const written = type(migration.replace('NAME', 'nothing'));
    expect([await written.ended, written.output()]).toEqual([0, expect.stringContaining('No schema changes')]);
  });

  it('serves only the web app with the command in docs/external-api.md', async () => {
    const web = type(shellBlocks('docs/external-api.md')[0] ?? '');
    const config = await fetch(`${await web.ready()}/config.json`);
    expect(await config.json()).toMatchObject({ apiHost: 'https://api.example.org' });
    expect(await web.stop()).toBe(0);
  });
});
