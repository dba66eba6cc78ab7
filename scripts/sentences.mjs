import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { root } from './tree.mjs';

/**
 * The sentences of the server by their codes.
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
export async function readSentences() {
  const { href } = pathToFileURL(join(root, 'packages/contract/src/sentences.ts'));
  return (await tsImport(href, import.meta.url)).SENTENCES;
}
