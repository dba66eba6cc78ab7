import type { Plugin } from 'vite';

const CONTRACT = /packages[\\/]contract[\\/]src[\\/]/;
const DOCUMENTATION = /^ {2}(?:summary|tag):\s+(['"`])(?:\\.|(?!\1).)*\1,\n/gm;

/** Removes the texts of endpoints that only the server's reference of the API reads: a hundredth of the first screen. */
export function withoutDocumentation(): Plugin {
  return {
    name: 'without-documentation',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (CONTRACT.test(id) ? { code: code.replaceAll(DOCUMENTATION, ''), map: null } : null),
  };
}
