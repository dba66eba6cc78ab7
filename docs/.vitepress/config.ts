import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig, type SiteConfig } from 'vitepress';

type Section = DefaultTheme.SidebarItem & { items: { text: string; link: string }[] };

/** One section for each kind of reader. */
const sections: Section[] = [
  {
    text: 'Use it',
    items: [
      { text: 'Callers and bookings', link: '/guide/callers' },
      { text: 'The roadside desk', link: '/guide/roadside' },
      { text: 'Mechanics and documents', link: '/guide/mechanics' },
      { text: 'Payments and closing', link: '/guide/finance' },
      { text: 'Team and settings', link: '/guide/owners' },
      { text: 'Keyboard and lists', link: '/guide/keyboard' },
    ],
  },
  {
    text: 'Run it',
    items: [
      { text: 'Install', link: '/install' },
      { text: 'Settings', link: '/settings' },
      { text: 'Commands', link: '/commands' },
      { text: 'Operations', link: '/operations' },
      { text: 'Security', link: '/security' },
      { text: 'Performance', link: '/performance' },
      { text: 'Changelog', link: '/changelog' },
    ],
  },
  {
    text: 'Connect it',
    items: [
      { text: 'Connect a marketplace', link: '/integration' },
      { text: 'Events and webhooks', link: '/events' },
      { text: 'Settlement reports', link: '/settlements' },
      { text: 'External providers', link: '/external-api' },
    ],
  },
  {
    text: 'Change it',
    items: [
      { text: 'Architecture', link: '/architecture' },
      { text: 'Contributing', link: '/contributing' },
      { text: 'Requirements', link: '/requirements' },
      { text: 'Money', link: '/money' },
      { text: 'Roadside', link: '/roadside' },
      { text: 'Roles', link: '/roles' },
      { text: 'Search', link: '/search' },
      { text: 'Database', link: '/database' },
      { text: 'Migrations', link: '/migrations' },
      { text: 'Guarantees', link: '/guarantees' },
    ],
  },
  {
    text: 'Translate it',
    items: [
      { text: 'Languages', link: '/languages' },
      { text: 'Bengali', link: '/languages/bn' },
      { text: 'Hindi', link: '/languages/hi' },
      { text: 'Kannada', link: '/languages/kn' },
      { text: 'Marathi', link: '/languages/mr' },
      { text: 'Tamil', link: '/languages/ta' },
      { text: 'Telugu', link: '/languages/te' },
    ],
  },
];

const titleOf = (name: string): string =>
  /^# (.*)/.exec(readFileSync(join(import.meta.dirname, '../decisions', name), 'utf8'))?.[1] ?? name;

/** The decisions in order, one page each. */
const decisions = readdirSync(join(import.meta.dirname, '../decisions'))
  .sort()
  .map((name) => ({ text: titleOf(name), link: `/decisions/${name.slice(0, -3)}` }));

/** Pages outside docs/ that the site contains; other files of the repository have no page, and their links become text. */
const PAGES: Readonly<Record<string, string>> = {
  'ARCHITECTURE.md': '/architecture',
  'CHANGELOG.md': '/changelog',
  'CONTRIBUTING.md': '/contributing',
};

/** Returns the address on the site for a link in a document; null for a file that has no page. */
function siteLink(href: string, isIncluded: boolean): string | null {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
  const [path = '', hash] = href.replace(/^(\.\.\/)+/, '').split('#');
  const page = PAGES[path] ?? (path.startsWith('docs/') && path.endsWith('.md') ? `/${path.slice(5, -3)}` : null);
  if (page !== null) return hash === undefined ? page : `${page}#${hash}`;
  return href.startsWith('../') || isIncluded ? null : href;
}

/** Returns the same heading anchors as on a page of the repository. */
const slugify = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** Writes llms.txt, which lists every page with its title and its first paragraph. */
function writeIndexForModels({ srcDir, outDir }: SiteConfig): void {
  const lines = sections.flatMap(({ text, items }) => [
    `\n## ${text}\n`,
    ...items.map(
      ({ text: title, link }) => `- [${title}](${link}.html): ${firstParagraph(join(srcDir, `${link}.md`))}`,
    ),
  ]);
  const summary = firstParagraph(join(srcDir, '../README.md'));
  writeFileSync(join(outDir, 'llms.txt'), `# Wayside\n\n> ${summary}\n${lines.join('\n')}\n`);
}

function firstParagraph(path: string): string {
  const included = readFileSync(path, 'utf8').replace(/<!--@include: (\S+)-->/, (_, name: string) =>
    readFileSync(join(path, '..', name), 'utf8'),
  );
  const found = included.split(/\n\s*\n/).find((part) => /^[A-Z`*[]/.test(part.trim()));
  return (found ?? '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/:$/, '.');
}

export default defineConfig({
  title: 'Wayside',
  description: 'The back office of a marketplace for vehicle services, roadside help, mechanics and spare parts',
  lang: 'en-IN',
  cleanUrls: false,
  lastUpdated: false,
  // Each picture has two versions, and the page shows the one for its theme.
  head: [['style', {}, "html.dark img[src*='-light'],html:not(.dark) img[src*='-dark']{display:none}"]],
  markdown: {
    anchor: { slugify },
    config(md) {
      const render = md.renderer.rules.link_open;
      md.core.ruler.push('site_links', ({ tokens, env }) => {
        const isIncluded = Object.values(PAGES).some((page) => env.relativePath === `${page.slice(1)}.md`);
        for (const { children } of tokens)
          for (const token of children ?? []) {
            const href = token.attrGet('href');
            if (token.type !== 'link_open' || href === null) continue;
            const link = siteLink(href, isIncluded);
            if (link === null) token.attrs = [['data-file', href]];
            else token.attrSet('href', link);
          }
      });
      md.renderer.rules.link_open = (tokens, index, options, env, self) =>
        render && tokens[index]?.attrGet('href') !== null
          ? render(tokens, index, options, env, self)
          : self.renderToken(tokens, index, options);
    },
  },
  themeConfig: {
    nav: sections.map(({ text, items }) => ({ text: text ?? '', link: items[0]?.link ?? '/' })),
    sidebar: [...sections, { text: 'Decisions', collapsed: true, items: decisions }],
    search: { provider: 'local' },
    outline: [2, 3],
  },
  buildEnd: writeIndexForModels,
});
