/** @import { SearchResult, SourceFile } from '../tree.mjs' */

/**
 * Private terms and the usual ones that replace them, in identifiers, SQL, file names, tests and documents. A term in lower case
 * matches in any case and as a part of a compound name: "crew" finds `Crew`, `listCrew`, `crew_id` and `crew-list.ts`.
 * @type {{ terms: string[], use: string }[]}
 */
const glossary = [
  { terms: ['under fire', 'volley', 'volleys'], use: 'crash tests, burst' },
  { terms: ['placeholder row', 'placeholder rows'], use: 'stub' },
  { terms: ['send ahead'], use: 'preload' },
  { terms: ['roomy', 'crew', 'loose records'], use: 'tmpfsDir, mechanicPool, orphans' },
  { terms: ['house'], use: 'repository' },
];

/**
 * Places where a term is right, with the reason.
 * @type {{ path: RegExp, line: RegExp, reason: string }[]}
 */
const exceptions = [{ path: /^scripts\/rules\/glossary(\.test)?\.mjs$/, line: /(?:)/, reason: 'the list itself' }];

/** A term as a whole word, and as the words of a compound name in any notation. @param {string} term */
function pattern(term) {
  const [first = '', ...others] = term.split(' ');
  const rest = others.map((word) => `[ _-]?${anyFirst(word)}`).join('');
  return new RegExp(`(?:(?<![A-Za-z])${anyFirst(first)}|(?<=[a-z])${capital(first)})${rest}(?![a-z])`);
}

/** @param {string} word */
const capital = (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** @param {string} word */
const anyFirst = (word) =>
  `(?:[${word.charAt(0)}${word.charAt(0).toUpperCase()}]${word.slice(1)}|${word.toUpperCase()})`;

const patterns = glossary.flatMap(({ terms, use }) => terms.map((term) => ({ term, use, match: pattern(term) })));

/**
 * Private terms in the text and in the names of files.
 * @param {SourceFile[]} files
 * @returns {SearchResult[]}
 */
export function findPrivateTerms(files) {
  return files.flatMap(({ path, text }) =>
    [path, ...text.split('\n')].flatMap((content, line) => {
      const isException = exceptions.some((exception) => exception.path.test(path) && exception.line.test(content));
      const found = isException ? [] : patterns.filter(({ match }) => match.test(content));
      return found.map(({ term, use }) => ({ path, line, message: `"${term}" is a private term: use "${use}"` }));
    }),
  );
}
