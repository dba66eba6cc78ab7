import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
// Uses relative paths, because Vite does not bundle packages into its configuration.
import { getDashboard } from '../../../packages/contract/src/dashboard.ts';
import { ownProfile } from '../../../packages/contract/src/session.ts';

/** The first API calls of a signed-in user by screen path; the key "" lists the calls that every screen makes. */
export const firstCalls: Readonly<Record<string, readonly string[]>> = {
  '': [ownProfile.path],
  '/dashboard': [getDashboard.path],
};

/** The files that each screen needs in addition to the application, by path. */
type ModuleMap = Record<string, string[]>;

const ROUTES = fileURLToPath(new URL('../src/routes.tsx', import.meta.url));
/** Matches a path in the route table and the screen that is imported for it. */
const ROUTE = /'(\/[\w/-]+)'(?:(?!'\/)[\s\S])*?import\('\.(\/features\/[^']+-screen\.tsx)'\)/g;

/** Preloads the files of the first screen: shared files by links in the page, the screen's own files by theme.js. */
export function moduleMap(): Plugin {
  return {
    name: 'wayside-module-map',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const { shared, map } = filesOf(bundle ?? {});
        const content = JSON.stringify(map).replaceAll('"', '&quot;');
        return {
          html: html.replace(
            '<script src="/theme.js">',
            `<meta name="wayside-modules" content="${content}" />\n    $&`,
          ),
          tags: shared.map(
            (href): HtmlTagDescriptor => ({
              tag: 'link',
              attrs: { rel: 'modulepreload', crossorigin: true, href },
              injectTo: 'head',
            }),
          ),
        };
      },
    },
  };
}

function filesOf(bundle: Rolldown.OutputBundle): { shared: string[]; map: ModuleMap } {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const filesWith = (source: string): string[] => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)));
    return chunk ? withImports(chunk, bundle) : [];
  };
  const login = filesWith('/src/login-entry.tsx');
  const application = filesWith('/src/application.tsx');
  const started = new Set(filesWith('/src/main.ts'));
  const known = new Set([...started, ...login, ...application]);
  const map: ModuleMap = {};
  for (const [, path = '', screen = ''] of readFileSync(ROUTES, 'utf8').matchAll(ROUTE)) {
    map[path] = filesWith(screen).filter((file) => !known.has(file));
  }
  if (!map['/dashboard']) throw new Error('the route table cannot be parsed: its shape has changed');
  return { shared: login.filter((file) => !started.has(file)), map };
}

function withImports(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  seen = new Set<string>(),
): string[] {
  if (seen.has(chunk.fileName)) return [];
  seen.add(chunk.fileName);
  for (const file of chunk.imports) {
    const next = bundle[file];
    if (next?.type === 'chunk') withImports(next, bundle, seen);
  }
  return [...seen].map((file) => (basename(file) === file ? file : `/${file}`));
}
