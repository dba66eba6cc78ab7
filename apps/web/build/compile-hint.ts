import type { Plugin } from 'vite';

/** The names of the chunks that run at the start. */
const FIRST = /^(login|application|.*-screen)$/;

/**
 * Hints the browser that nearly all functions of a file run at once. It then compiles them while the file arrives
 * and not one by one while the first screen is drawn. Other browsers see a comment.
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
