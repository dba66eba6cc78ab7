/** @import { SearchResult, SourceFile } from '../tree.mjs' */
import { readTexts } from '../texts.mjs';

const WEB = /^apps\/web\/src\/(?!.*\.test\.).*\.tsx?$/;
const LANGUAGE = /^apps\/web\/src\/languages\/\w+\.json$/;
const PLACES = /\{\w+\}/g;

/** @typedef {string | [one: string, other: string]} Translation */

/**
 * Returns the translated texts of the web app by key. A key is the English text, the English plural, or `#` and the
 * code of a server message.
 * @param {SourceFile[]} files
 * @param {Readonly<Record<string, Translation>>} sentences the server's messages by code
 * @returns {Map<string, { english: Translation, place: string }>}
 */
export function catalogueOf(files, sentences) {
  const found = new Map();
  for (const { path, text } of files.filter((file) => WEB.test(file.path)))
    for (const { line, text: one, other } of readTexts(path, text).catalogue)
      found.set(other ?? one, { english: other === undefined ? one : [one, other], place: `${path}:${line}` });
  for (const [code, english] of Object.entries(sentences))
    found.set(`#${code}`, { english, place: 'packages/contract/src/sentences.ts' });
  return found;
}

/**
 * Finds texts of the web app that are not in the catalogue, and language files that differ from the catalogue
 * (LANG-02).
 * @param {SourceFile[]} files
 * @param {Readonly<Record<string, Translation>>} sentences the server's messages by code
 * @returns {SearchResult[]}
 */
export function findCatalogueGaps(files, sentences) {
  const stray = files
    .filter(({ path }) => WEB.test(path))
    .flatMap(({ path, text }) =>
      readTexts(path, text).stray.map((found) => ({
        path,
        line: found.line,
        message: `"${found.text}" is not in the catalogue: use t, msg, plural or richText of languages/text.ts`,
      })),
    );
  const catalogue = catalogueOf(files, sentences);
  const languages = files.filter(({ path }) => LANGUAGE.test(path));
  return [...stray, ...languages.flatMap((file) => inLanguage(file, catalogue))];
}

/**
 * @param {SourceFile} file
 * @param {ReturnType<typeof catalogueOf>} catalogue
 * @returns {SearchResult[]}
 */
function inLanguage({ path, text }, catalogue) {
  /** @type {Record<string, Translation>} */
  const translations = JSON.parse(text);
  const lines = text.split('\n');
  const lineOf = (/** @type {string} */ key) => lines.findIndex((line) => line.includes(JSON.stringify(key))) + 1;
  const missing = [...catalogue.keys()].filter((key) => !(key in translations));
  return [
    ...missing.map((key) => ({ path, line: 1, message: `"${key}" is missing: run npm run texts` })),
    ...Object.entries(translations).flatMap(([key, translation]) => {
      const known = catalogue.get(key);
      const message = known ? wrongPart(known.english, translation) : 'is used nowhere: run npm run texts';
      return message === null ? [] : [{ path, line: lineOf(key), message: `"${key}" ${message}` }];
    }),
  ];
}

/** @param {Translation} english @param {Translation} translation @returns {string | null} */
function wrongPart(english, translation) {
  if (translation === '') return null;
  if (Array.isArray(english) !== Array.isArray(translation))
    return Array.isArray(english) ? 'needs its forms for one and for other counts' : 'has no plural';
  const [given, wanted] = [[translation].flat(), [english].flat()];
  const wrong = given.findIndex((form, index) => {
    const allowed = new Set(
      [...(wanted[index] ?? '').matchAll(PLACES), ...(wanted.at(-1) ?? '').matchAll(PLACES)].flat(),
    );
    const places = new Set(form.match(PLACES));
    // A singular form may omit the count.
    const needed = Array.isArray(english) ? new Set([...allowed].filter((place) => place !== '{count}')) : allowed;
    return [...places].some((place) => !allowed.has(place)) || [...needed].some((place) => !places.has(place));
  });
  return wrong < 0 ? null : `has other {places} than the English text: ${given[wrong]}`;
}
