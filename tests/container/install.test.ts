import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MAX_SETTLEMENT_FILE_BYTES } from '@wayside/contract/settlements';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { renderChart } from './chart.ts';
import { readStages } from './image.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string) => readFileSync(join(repository, name), 'utf8');
const page = read('docs/install.md');
const compose: {
  services: Record<'wayside' | 'postgres', { image: string; environment: Record<string, string> }>;
} = parse(read('compose.yaml'));
const { version }: { version: string } = JSON.parse(read('package.json'));

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
/** Returns the fenced block of the page that contains a text, with continued lines joined. */
const blockWith = (text: string) =>
  found(page, /```sh\n(.*?)```/gs)
    .find((block) => block.includes(text))
    ?.replaceAll(/\\\n\s*/g, '') ?? '';

describe('[SHIP-01] docs/install.md', () => {
  it('mentions only settings, commands and versions that exist', () => {
    const settings = found(read('docs/settings.md'), /`([A-Z][A-Z0-9_]+)`/g);
    const set = [
      ...found(page, /(?:--env |--from-literal=|--set settings\.)([A-Z0-9_]+)=/g),
      ...Object.keys(compose.services.wayside.environment),
      ...Object.keys(parse(read('deploy/helm/wayside/values.yaml')).settings),
    ];
    expect(set.filter((name) => !settings.includes(name))).toEqual([]);
    const commands = found(read('docs/commands.md'), /`npm run ([a-z-]+)/g);
    const used = found(page, /\b(?:wayside|run --rm) wayside ([a-z-]+)/g);
    expect(used).toEqual(expect.arrayContaining(['admin', 'backup', 'restore']));
    expect(used.filter((name) => !commands.includes(name))).toEqual([]);
    expect(compose.services.wayside.image).toBe(`wayside:\${WAYSIDE_VERSION:-${version}}`);
    const [, tools = ''] = readStages(read('Dockerfile')).map(([from]) => from?.value ?? '');
    expect(tools).toBe(`${compose.services.postgres.image}-bookworm AS tools`);
  });

  const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
  // The commands need openssl on the machine.
  it.skipIf(!hasOpenssl)(
    'creates every secret that compose.yaml requires with the commands at the top of that file',
    () => {
      const commands = blockWith('docker compose up');
      expect(found(read('compose.yaml'), /^# {3}(.*)$/gm).join('\n')).toBe(commands.trimEnd());
      const folder = mkdtempSync(join(tmpdir(), 'wayside-env-'));
      execFileSync('sh', ['-e', '-c', commands.replaceAll(/^docker .*$/gm, '')], { cwd: folder });
      const made = readFileSync(join(folder, '.env'), 'utf8');
      rmSync(folder, { recursive: true });
      expect(found(made, /^([A-Z0-9_]+)=\S{32,}$/gm).sort()).toEqual(
        [...new Set(found(read('compose.yaml'), /\$\{([A-Z0-9_]+):\?/g))].sort(),
      );
    },
  );

  it('uses the same names for the services, the role and the database as compose.yaml', () => {
    const commands = blockWith('docker compose stop').trimEnd().split('\n');
    const services = commands.map((line) => /^docker compose (?:stop|start|exec|run --rm) (\w+)/.exec(line)?.[1]);
    expect(services).toEqual(['wayside', 'postgres', 'postgres', 'wayside', 'wayside']);
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(services));
    const { POSTGRES_USER, POSTGRES_DB } = compose.services.postgres.environment;
    for (const program of ['dropdb', 'createdb'])
      expect(commands).toContain(`docker compose exec postgres ${program} -U ${POSTGRES_USER} ${POSTGRES_DB}`);
  });

  const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
  // The command needs kubectl on the machine, but printing the secret needs no cluster.
  it.skipIf(!hasKubectl)('creates the secret of the Helm chart', () => {
    const [command = ''] = blockWith('kubectl create secret').split('\n');
    const made = execFileSync('sh', ['-c', `${command} --dry-run=client --output json`], { encoding: 'utf8' });
    const { metadata, data }: { metadata: { name: string }; data: Record<string, string> } = JSON.parse(made);
    expect(parse(read('deploy/helm/wayside/values.yaml')).existingSecret).toBe(metadata.name);
    expect(Buffer.from(data['DATA_KEY'] ?? '', 'base64').toString()).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  });

  it('names proxies that accept the largest possible file', () => {
    const proxies = ['docs/operations.md', 'deploy/cluster/nginx.conf', 'deploy/helm/wayside/values.yaml'];
    for (const proxy of proxies) {
      const megabytes = Number(/(?:client_max_body_size |proxy-body-size: )(\d+)m/.exec(read(proxy))?.[1]);
      expect([proxy, megabytes * 2 ** 20 > MAX_SETTLEMENT_FILE_BYTES]).toEqual([proxy, true]);
    }
  });

  it('installs the Helm chart with values that exist', () => {
    const sets = [...page.matchAll(/--set ([\w.]+)=([^\s`]+)/g)].map(([, path = '', value = '']) => [path, value]);
    const values: unknown = parse(read('deploy/helm/wayside/values.yaml'));
    const valueAt = (path = '') =>
      path.split('.').reduce((at: unknown, name) => Object(at)[name] as unknown, values);
    expect(sets.length).toBeGreaterThan(4);
    for (const [path] of sets) expect([path, typeof valueAt(path)]).not.toEqual([path, 'undefined']);
    const [deployment] = renderChart(
      Object.fromEntries(sets.filter(([path = '']) => /^(image|settings)/.test(path))),
    ).filter(({ kind }) => kind === 'Deployment');
    expect(JSON.stringify(deployment)).toContain('https://s3.example.org');
  });
});
