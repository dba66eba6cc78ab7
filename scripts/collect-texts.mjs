/**
 * `npm run texts` synchronizes the language files with the texts in the source. New texts are added empty, so that
 * the web app shows them in English; unused texts are deleted. `npm run texts hi` does this for Hindi and prints the
 * untranslated texts with their locations.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueOf } from './rules/catalogue.mjs';
import { readSentences } from './sentences.mjs';
import { codePattern, readTree, root } from './tree.mjs';

const folder = join(root, 'apps/web/src/languages');
const catalogue = catalogueOf(readTree(codePattern), await readSentences());
const [asked] = process.argv.slice(2);

/** @param {unknown} text */
const inOneLine = (text) =>
  Array.isArray(text) ? `[${text.map((form) => JSON.stringify(form)).join(', ')}]` : JSON.stringify(text);

const isWanted = (/** @type {string} */ name) =>
  asked === undefined ? name.endsWith('.json') : name === `${asked}.json`;
const names = readdirSync(folder).filter(isWanted);
for (const name of names) {
  const path = join(folder, name);
  /** @type {Record<string, unknown>} */
  const before = JSON.parse(readFileSync(path, 'utf8'));
  const keys = [...catalogue.keys()].toSorted((one, other) => one.localeCompare(other, 'en'));
  const after = Object.fromEntries(keys.map((key) => [key, before[key] ?? '']));
  const lines = Object.entries(after).map(([key, text]) => `  ${JSON.stringify(key)}: ${inOneLine(text)}`);
  writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`);
  const open = keys.filter((key) => after[key] === '');
  console.log(`${name}: ${keys.length} texts, ${open.length} not translated`);
  if (asked === undefined) continue;
  for (const key of open)
    console.log(`${catalogue.get(key)?.place}\t${JSON.stringify(catalogue.get(key)?.english)}`);
}
