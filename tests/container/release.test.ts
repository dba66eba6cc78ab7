import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string) => readFileSync(join(repository, name), 'utf8');
const { version, workspaces, scripts }: { version: string; workspaces: string[]; scripts: Record<string, string> } =
  JSON.parse(read('package.json'));
const [, major, minor] = /^(\d+)\.(\d+)\.\d+(?:-[\w.]+)?$/.exec(version) ?? [];

interface Component {
  readonly 'bom-ref': string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
}
interface BillOfMaterials {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

describe('[SHIP-02] a release', () => {
  it('has the same semantic version in all packages, and the changelog starts with it and its upgrade notes', () => {
    expect(major).toBeDefined();
    for (const workspace of workspaces)
      expect([workspace, JSON.parse(read(`${workspace}/package.json`)).version]).toEqual([workspace, version]);
    const sections = read('CHANGELOG.md').split(/^## /m).slice(1);
    const versions = sections.map((section) => section.split(/[: \n]/)[0]);
    expect(versions[0]).toBe(version);
    const inOrder = versions.toSorted((one = '', other = '') => other.localeCompare(one, 'en', { numeric: true }));
    expect(versions).toEqual(inOrder);
    expect(sections[0]).toMatch(/^Upgrade: \w.{50}/m);
    expect(read('docs/install.md')).toMatch(/^## Upgrade\n(?:.*\n)*?.*\]\(\.\.\/CHANGELOG\.md\)/m);
    expect(read('SECURITY.md')).toContain(`| ${major}.${minor} | yes |`);
  });

  it('has a CycloneDX bill of materials with every production dependency in the lock file', () => {
    const text = execFileSync('npm', ['run', '--silent', 'sbom'], {
      cwd: repository,
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    const bill: BillOfMaterials = JSON.parse(text);
    const { metadata, components, dependencies } = bill;
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: expect.stringMatching(/^1\.[4-7]$/),
      serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      version: 1,
      metadata: {
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        component: { 'bom-ref': `wayside@${version}` },
      },
    });
    const refs = new Set([metadata.component, ...components].map((component) => component['bom-ref']));
    expect(refs.size).toBe(components.length + 1);
    for (const component of components)
      expect(component).toMatchObject({
        type: expect.stringMatching(/^(application|library)$/),
        name: expect.stringMatching(/./),
        version: expect.stringMatching(/^\d/),
        purl: expect.stringMatching(/^pkg:npm\/\S+@\d/),
      });
    for (const { ref, dependsOn } of dependencies)
      for (const each of [ref, ...dependsOn]) expect(refs).toContain(each);

    type Locked = { version: string; dev?: boolean; link?: boolean; optional?: boolean };
    const locked: Record<string, Locked> = JSON.parse(read('package-lock.json')).packages;
    // Optional packages of other platforms are not installed.
    const needed = Object.entries(locked).filter(
      ([path, { dev, link, optional }]) =>
        path.includes('node_modules/') && !dev && !link && !(optional && !existsSync(join(repository, path))),
    );
    const missing = needed
      .map(([path, entry]) => `${path.split('node_modules/').at(-1)}@${entry.version}`)
      .filter((ref) => !refs.has(ref));
    expect(needed.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });

  it('is tested and published by workflows that run scripts of the repository', () => {
    for (const name of readdirSync(join(repository, '.github/workflows'))) {
      const {
        jobs,
      }: { jobs: Record<string, { needs?: string | string[]; steps: { run?: string; uses?: string }[] }> } = parse(
        read(`.github/workflows/${name}`),
      );
      for (const { needs = [], steps } of Object.values(jobs)) {
        expect(Object.keys(jobs)).toEqual(expect.arrayContaining([needs].flat()));
        for (const step of steps) expect(step.run ?? step.uses, name).toMatch(/./);
        const run = steps.map((step) => step.run ?? '').join('\n');
        for (const [, script = ''] of run.matchAll(/npm run (?:--silent )?([a-z-]+)/g))
          expect(Object.keys(scripts)).toContain(script);
        for (const [path] of run.matchAll(/(?:\.ci|deploy|packages)\/[\w./-]+/g))
          expect(existsSync(join(repository, path)), path).toBe(true);
      }
    }
  });
});
