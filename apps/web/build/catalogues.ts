import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { readTexts } from '../../../scripts/texts.mjs';
import { FIRST_MARK } from '../src/languages/marked-text.ts';

/** Modules used on nearly every visit: their texts are in the first file of a language, all others in the second. */
const CORE =
  /^(lib|languages|ui|list|shell|live|features\/(session|dashboard|bookings|users|mechanics|people|payments|notes|calls))\/|^(form\/date-field|features\/(jobs\/jobs-buttons|refunds\/payment-sections))|^[^/]+$/;

const SOURCE = /(?<!\.test)\.tsx?$/;
const LANGUAGE = /languages[\\/]\w+\.json(\?rest)?$/;

type Translations = Readonly<Record<string, string | readonly string[]>>;

export interface NumberedTexts {
  readonly core: readonly string[];
  readonly rest: readonly string[];
}

/** The keys of all texts in the order of their numbers; those of the first file come first. */
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

/** The module of a file of a language: its texts by number, and in the first file the sentences of the server by code. */
export function compileLanguage(
  translations: Translations,
  { core, rest }: NumberedTexts,
  isRest: boolean,
): string {
  const keys = isRest ? rest : core;
  const texts = keys.map((key) => translations[key] ?? '');
  const sentences = Object.entries(translations).filter(([key]) => !isRest && key.startsWith('#'));
  return [
    `const texts = ${JSON.stringify(texts)};`,
    `export default Object.assign(${JSON.stringify(Object.fromEntries(sentences))},`,
    `Object.fromEntries(texts.map((text, place) => [place + ${isRest ? core.length : 0}, text])));`,
  ].join('\n');
}

/**
 * Gives each text its number, so that a file of a language has the translations alone: with the English texts as
 * keys it would have twice the size (LANG-04). A number is one character before the text.
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
      let marked = code;
      for (const { at, text, other, mark } of readTexts(path, code).catalogue.toSorted(
        (one, next) => next.at - one.at,
      )) {
        const number = String.fromCharCode(FIRST_MARK + (numbers.get(other ?? text) ?? 0));
        marked =
          mark === undefined
            ? `${marked.slice(0, at + 1)}${number}${marked.slice(at + 1)}`
            : // `msg` does nothing at run time.
              `${marked.slice(0, mark[0])}${JSON.stringify(number + text)}${marked.slice(mark[1])}`;
      }
      return { code: marked, map: null };
    },
  };
}
