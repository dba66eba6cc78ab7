import type { Plugin } from 'vite';

const CONTRACT = /packages[\\/]contract[\\/]src[\\/].*\.ts$/;
const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`),/g;

/** Removes the call summaries from the contract, because only the OpenAPI document uses them. */
export function noSummaries(): Plugin {
  return {
    name: 'no-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      CONTRACT.test(id) && code.includes('summary:')
        ? { code: code.replaceAll(SUMMARY, "summary: '',"), map: null }
        : null,
  };
}
