import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { root } from './tree.mjs';

/**
 * Returns the server messages that screens show, by code. Each is a text, or its singular and plural forms.
 * @returns {Promise<Readonly<Record<string, string | [one: string, other: string]>>>}
 */
export async function readSentences() {
  const { href } = pathToFileURL(join(root, 'packages/contract/src/sentences.ts'));
  const { PROGRAMS_SENTENCES, SENTENCES } = await tsImport(href, import.meta.url);
  return Object.fromEntries(Object.entries(SENTENCES).filter(([code]) => !(code in PROGRAMS_SENTENCES)));
}
