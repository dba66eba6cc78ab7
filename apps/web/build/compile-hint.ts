import type { Plugin } from 'vite';

/** By the names of their groups and of their own. */
const FIRST = /^(login|application|.*-screen)$/;

/**
 * Tells the browser that nearly all of a file runs at once. It then compiles while the file arrives, beside the page,
 * and not function by function while the first screen is drawn. Browsers that know no such hint read a comment.
 */
export function compileHint(): Plugin {
  return {
    name: 'wayside-compile-hint',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk' && FIRST.test(output.name))
            output.code = `//# allFunctionsCalledOnLoad\n${output.code}`;
        }
      },
    },
  };
}
