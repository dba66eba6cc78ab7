/**
 * `npm run texts` brings the language files up to the texts of the source: new ones are empty, which shows them in
 * English, and unused ones go. `npm run texts hi` does it for Hindi, and prints what is not translated, with its place.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueOf } from './rules/catalogue.mjs';
import { readSentences } from './sentences.mjs';
import { codePattern, readTree, root } from './tree.mjs';

const folder = join(root, 'apps/web/src/languages');
const catalogue = catalogueOf(readTree(codePattern), await readSentences());
const [asked] = process.argv.slice(2);

const names = readdirSync(folder).filter((name) => asked === undefined || name === `${asked}.json`);
for (const name of names) {
  const path = join(folder, name);
  /** @type {Record<string, unknown>} */
  const before = JSON.parse(readFileSync(path, 'utf8'));
  const keys = [...catalogue.keys()].toSorted((one, other) => one.localeCompare(other, 'en'));
  const after = Object.fromEntries(keys.map((key) => [key, before[key] ?? '']));
  writeFileSync(path, `${JSON.stringify(after, null, 2)}\n`);
  const open = keys.filter((key) => after[key] === '');
  console.log(`${name}: ${keys.length} texts, ${open.length} not translated`);
  if (asked === undefined) continue;
  for (const key of open)
    console.log(`${catalogue.get(key)?.place}\t${JSON.stringify(catalogue.get(key)?.english)}`);
}
