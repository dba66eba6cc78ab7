import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const site = join(repository, 'docs/.vitepress/dist');

const read = (path: string) => readFileSync(join(site, path), 'utf8');
const guide = readdirSync(join(repository, 'docs/guide')).map((name) => `guide/${name.replace('.md', '.html')}`);

describe('the documentation site', () => {
  // The build fails if a linked page or picture does not exist.
  beforeAll(() => {
    rmSync(site, { recursive: true, force: true });
    execFileSync('npm', ['run', 'docs'], { cwd: repository, stdio: ['ignore', 'ignore', 'pipe'] });
  }, 600_000);

  it('[SHIP-03] starts with a README of at most 600 words, with five alternatives and its image in both themes', () => {
    const text = readFileSync(join(repository, 'README.md'), 'utf8');
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(600);
    const [, alternatives = ''] = text.split('| instead of Wayside |');
    expect(alternatives.split('\n\n')[0]?.split('\n').length).toBe(2 + 5);
    expect(text).toMatch(
      /srcset="docs\/public\/pictures\/\w+-dark\.webp"[\s\S]+src="docs\/public\/pictures\/\w+-light\.webp"/,
    );
  });

  it('[SHIP-03] links to every page in the sidebar', () => {
    const pages = readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /^(?!\.|node_modules|index)[^.]*\.md$/.test(path))
      .map((path) => `/${path.replace('.md', '.html')}`);
    const sidebar = read('install.html').split('id="VPSidebarNav"')[1]?.split('</aside>')[0] ?? '';
    const linked = [...sidebar.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    expect(pages.length).toBeGreaterThan(50);
    expect(linked.toSorted()).toEqual(pages.toSorted());
  });

  it('[SHIP-03] can be searched offline with its own index', () => {
    const index = readdirSync(join(site, 'assets/chunks')).find((name) => name.startsWith('@localSearchIndex'));
    expect(read(`assets/chunks/${index}`)).toContain('/guide/finance.html#pay-many-mechanics');
  });

  it('[SHIP-03] lists every page with a sentence in llms.txt', () => {
    const text = read('llms.txt');
    expect(text).toMatch(/^# Wayside\n\n> Wayside is /);
    for (const page of guide) expect(text).toMatch(new RegExp(`\\(/${page}\\): \\w.{30,}`));
    expect(text).not.toContain(': \n');
    expect(text.match(/\]\(\/[^)]*\): .*\]\(/)).toBeNull();
  });

  it('[SHIP-03] shows each image in the light and the dark theme', () => {
    const pages = guide.map(read).filter((page) => page.includes('.webp'));
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) {
      const themes = [...page.matchAll(/src="\/assets\/[a-z-]+-(light|dark)\.[\w-]+\.webp"/g)].map(
        ([, theme]) => theme,
      );
      expect(themes).toEqual(['light', 'dark']);
    }
  });

  it('[SHIP-03] links only to headings that exist', () => {
    const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'));
    const texts = new Map(pages.map((path) => [`/${path}`, read(path)]));
    const links = [...texts].flatMap(([page, text]) =>
      [...text.matchAll(/href="((?:\/[^"#]*)?)#([^"]+)"/g)].map(([, path, id = '']) => ({
        page: path || page,
        id,
      })),
    );
    expect(links.length).toBeGreaterThan(100);
    const ids = new Map([...texts].map(([page, text]) => [page, new Set(text.match(/(?<= id=")[^"]+/g))]));
    expect(links.filter(({ page, id }) => !ids.get(page)?.has(decodeURIComponent(id)))).toEqual([]);
  });

  it('[SHIP-03] does not link to files that exist only in the repository', () => {
    for (const page of ['architecture.html', 'contributing.html', 'operations.html'])
      expect(read(page)).not.toMatch(/href="[^"]*\.(ts|tsx|sql|mjs)"/);
  });
});
