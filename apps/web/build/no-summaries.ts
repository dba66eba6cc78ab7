import type { Plugin } from 'vite';

const CONTRACT = /packages[\\/]contract[\\/]src[\\/].*\.ts$/;
const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`),/g;

/** Removes the summaries of calls from the contract: only the OpenAPI document has them. */
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
