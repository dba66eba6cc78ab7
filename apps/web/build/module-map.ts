import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Which files a screen needs: by the last part of its path, and under "" what every screen behind the login needs. */
type ModuleMap = Record<string, string[]>;

/**
 * Tells theme.js which files a signed-in visitor is about to need. It runs before anything else is parsed and knows
 * the path and whether a session is stored, so that application, screen and style arrive in one round trip
 * instead of one after the other.
 */
export function moduleMap(): Plugin {
  return {
    name: 'wayside-module-map',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const content = JSON.stringify(bundle ? mapOf(bundle) : {}).replaceAll('"', '&quot;');
        // The script reads it, so it stands before it.
        return html.replace(
          '<script src="/theme.js">',
          `<meta name="wayside-modules" content="${content}" />\n    $&`,
        );
      },
    },
  };
}

function mapOf(bundle: Rolldown.OutputBundle): ModuleMap {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const known = new Set(chunks.filter((chunk) => chunk.isEntry).flatMap((chunk) => withImports(chunk, bundle)));
  const map: ModuleMap = {};
  const application = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith('/src/application.tsx')));
  if (application) {
    map[''] = withImports(application, bundle).filter((file) => !known.has(file));
    for (const file of map['']) known.add(file);
  }
  for (const chunk of chunks) {
    const screen = /\/features\/[^/]+\/([^/]+)-screen\.tsx$/.exec(chunk.facadeModuleId ?? '')?.[1];
    if (screen) map[screen] = withImports(chunk, bundle).filter((file) => !known.has(file));
  }
  return map;
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
