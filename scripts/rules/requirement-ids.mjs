/** @import { SearchResult, SourceFile } from '../tree.mjs' */
import { isTest } from '../tree.mjs';

/** A quoted text on one line. */
const textPattern = /(['"`])((?:\\.|(?!\1).)*)\1/g;

/** The requirements named in a test title: `[BOOK-05]`, `[AUTH-01, AUTH-02]`. */
const bracketPattern = /\[[A-Z]{3,5}-\d{2}(?:[ ,]+[A-Z]{3,5}-\d{2})*\]/g;

const idPattern = /[A-Z]{3,5}-\d{2}/g;

/**
 * Returns the requirements in the order of the document. Each is a line of the form `- BOOK-05 description`.
 * @param {string} document
 * @returns {{ id: string, text: string }[]}
 */
export function readRequirements(document) {
  return [...document.matchAll(/^- ([A-Z]{3,5}-\d{2}) (.+)$/gm)].map(([, id = '', text = '']) => ({ id, text }));
}

/**
 * Returns every id in a test title, with its location.
 * @param {SourceFile[]} files
 * @returns {{ id: string, path: string, line: number }[]}
 */
export function findNamedIds(files) {
  return files
    .filter(({ path }) => isTest(path) && !path.startsWith('scripts/'))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => idsOf(line).map((id) => ({ id, path, line: index + 1 }))),
    );
}

/** @param {string} line */
function idsOf(line) {
  const texts = [...line.matchAll(textPattern)].map((match) => match[2] ?? '');
  return texts
    .flatMap((text) => text.match(bracketPattern) ?? [])
    .flatMap((bracket) => bracket.match(idPattern) ?? []);
}

/**
 * Finds tests that refer to an unknown requirement, and requirements that the document lists twice.
 * @param {string} document
 * @param {SourceFile[]} files
 * @returns {SearchResult[]}
 */
export function findUnknownIds(document, files) {
  const ids = readRequirements(document).map(({ id }) => id);
  const known = new Set(ids);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  return [
    ...twice.map((id) => ({ path: 'docs/requirements.md', line: 1, message: `lists ${id} twice` })),
    ...findNamedIds(files)
      .filter(({ id }) => !known.has(id))
      .map(({ id, path, line }) => ({ path, line, message: `${id} is not in docs/requirements.md` })),
  ];
}
