import type { Plugin } from 'vite';

const IMPORT = /import \{([^}]+)\} from 'lucide-react';/;

/** Returns the module name of an icon: `trash-icon-2` for `TrashIcon2`. */
const moduleOf = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([a-zA-Z])(\d)/g, '$1-$2')
    .toLowerCase();

function importOf(specifier: string): string {
  const [name = '', local = name] = specifier.split(' as ');
  if (name === 'createLucideIcon') return `import ${local} from 'lucide-react/dist/esm/createLucideIcon.mjs';`;
  return `import ${local} from 'lucide-react/icons/${moduleOf(name)}';`;
}

/** Imports each icon from its own module; otherwise the first screen would load the icons of all screens. */
export function iconImports(): Plugin {
  return {
    name: 'icon-imports',
    apply: 'build',
    enforce: 'pre',
    transform: (code) => {
      const found = IMPORT.exec(code)?.[1];
      if (found === undefined) return null;
      const names = found.split(',').map((specifier) => specifier.trim());
      const values = names.filter((name) => name !== '' && !name.startsWith('type '));
      return { code: code.replace(IMPORT, values.map(importOf).join(' ')), map: null };
    },
  };
}
