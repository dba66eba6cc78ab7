import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';
// Uses a relative path, because Vite does not bundle packages into its configuration.
import { CAUSES_SENTENCES } from '../../../packages/contract/src/sentences/causes.ts';
import { readTexts } from '../../../scripts/texts.mjs';
import { FIRST_MARK, unmarked } from '../src/languages/marked-text.ts';

/**
 * Modules used on nearly every visit. Their texts are in the first file of a language, all other texts in the second.
 */
const CORE =
  /^(lib|languages|ui|list|shell|live|features\/(session|dashboard|bookings|users|mechanics|people|payments|notes|calls))\/|^(form\/date-field|features\/(jobs\/jobs-buttons|refunds\/payment-sections))|^[^/]+$/;

const SOURCE = /(?<!\.test)\.tsx?$/;
const LANGUAGE = /languages[\\/]\w+\.json(\?rest)?$/;

type Translations = Readonly<Record<string, string | readonly string[]>>;

export interface NumberedTexts {
  readonly core: readonly string[];
  readonly rest: readonly string[];
}

/** Returns the keys of all texts in the order of their numbers; the keys of the first file come first. */
export function numberTexts(src: string): NumberedTexts {
  const [core, rest] = [new Set<string>(), new Set<string>()];
  for (const name of readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((each) => SOURCE.test(each))
    .toSorted()) {
    const path = name.split(sep).join('/');
    for (const { text, other } of readTexts(path, readFileSync(join(src, name), 'utf8')).catalogue)
      (CORE.test(path) ? core : rest).add(other ?? text);
  }
  return { core: [...core], rest: [...rest].filter((key) => !core.has(key)) };
}

/** The server's messages that only screens and dialogs of the second file show. */
const REST_SENTENCES = new Set(Object.keys(CAUSES_SENTENCES).map((code) => `#${code}`));

/** Returns the JavaScript module of one language file: texts by number, and the server's messages by code. */
export function compileLanguage(
  translations: Translations,
  { core, rest }: NumberedTexts,
  isRest: boolean,
): string {
  const keys = isRest ? rest : core;
  const texts = keys.map((key) => translations[key] ?? '');
  const sentences = Object.entries(translations).filter(
    ([key]) => key.startsWith('#') && REST_SENTENCES.has(key) === isRest,
  );
  return [
    `const texts = ${JSON.stringify(texts)};`,
    `export default Object.assign(${JSON.stringify(Object.fromEntries(sentences))},`,
    `Object.fromEntries(texts.map((text, place) => [place + ${isRest ? core.length : 0}, text])));`,
  ].join('\n');
}

/** Returns the source of a file with each text prefixed by its number and stripped of its context. */
export function replaceTexts(path: string, code: string, numbers: ReadonlyMap<string, number>): string {
  let marked = code;
  for (const { at, text, other = text } of readTexts(path, code).catalogue.toSorted(
    (one, next) => next.at[0] - one.at[0],
  )) {
    const number = String.fromCharCode(FIRST_MARK + (numbers.get(other) ?? 0));
    // Dropping `msg` around a literal is safe, because it does nothing at run time.
    marked = `${marked.slice(0, at[0])}${JSON.stringify(number + unmarked(other))}${marked.slice(at[1])}`;
  }
  return marked;
}

/**
 * Plugin that numbers each text, so that a language file holds only translations. With the English texts as keys, the
 * file would be twice as large (LANG-04). The number is one character before the text, and the text's context is
 * removed.
 */
export function catalogues(): Plugin {
  let src = '';
  let texts: NumberedTexts = { core: [], rest: [] };
  let numbers = new Map<string, number>();
  return {
    name: 'catalogues',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      src = join(config.root, 'src');
    },
    buildStart() {
      texts = numberTexts(src);
      numbers = new Map([...texts.core, ...texts.rest].map((key, place) => [key, place]));
    },
    load(id) {
      if (!LANGUAGE.test(id)) return null;
      const [path = '', query] = id.split('?');
      const translations: Translations = JSON.parse(readFileSync(path, 'utf8'));
      return { code: compileLanguage(translations, texts, query === 'rest'), moduleType: 'js' };
    },
    transform(code, id) {
      const path = relative(src, id);
      if (path.startsWith('..') || !SOURCE.test(path)) return null;
      return { code: replaceTexts(path, code, numbers), map: null };
    },
  };
}

const EMPTY_CATALOGUE_ID = '\0no-more-texts';

/** Plugin for the development server: each language has one file, with the English texts as keys. */
export function wholeCatalogues(): Plugin {
  return {
    name: 'whole-catalogues',
    apply: 'serve',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith('.json?rest') ? EMPTY_CATALOGUE_ID : null),
    load: (id) => (id === EMPTY_CATALOGUE_ID ? 'export default {}' : null),
  };
}
