import { createRequire } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const source = fileURLToPath(new URL('../apps/server/src', import.meta.url));

/**
 * How the server is bundled, for a build and for development. What runs as a thread or a process of its own is an
 * entry, because it starts from a file; everything lies flat, so that `import.meta.url` leads to the same neighbours from every chunk.
 * @param {string} folder where it goes
 * @param {Record<string, string>} [more] entries beside, by name, each a path in the sources
 */
export function serverBundle(folder, more = {}) {
  /** @type {import('rolldown').InputOptions} */
  const input = {
    input: {
      main: join(source, 'main.ts'),
      'fallback-worker': join(source, 'db/fallback/fallback-worker.ts'),
      'render-process': join(source, 'files/render-process.ts'),
      ...Object.fromEntries(Object.entries(more).map(([name, path]) => [name, join(source, path)])),
    },
    platform: 'node',
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && !id.startsWith('@wayside/'),
    logLevel: 'warn',
  };
  /** @type {import('rolldown').OutputOptions} */
  const output = {
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: false,
  };
  return { input, output };
}

/**
 * The bundler that the server's workspace asks for, which may not be the one that Vite brings.
 * @returns {Promise<typeof import('rolldown')>}
 */
export function loadRolldown() {
  const path = createRequire(join(source, '../package.json')).resolve('rolldown');
  return import(pathToFileURL(path).href);
}
