/** @import { SearchResult, SourceFile } from '../tree.mjs' */

/**
 * Private terms and the usual ones that replace them, in identifiers, SQL, file names, tests and documents. A term in lower case
 * matches in any case and as a part of a compound name: "deed" finds `Deed`, `listDeed`, `deed_id` and `deed-list.ts`.
 * @type {{ terms: string[], use: string }[]}
 */
const glossary = [
  { terms: ['deed', 'deeds'], use: 'activity entry' },
  { terms: ['tally', 'tallies', 'tallied'], use: 'counter' },
  { terms: ['wish', 'wishes', 'wished'], use: 'input' },
  { terms: ['unsettled', 'settlement', 'settlements'], use: 'pending, posting' },
  { terms: ['bare login'], use: 'login entry' },
  { terms: ['find anything'], use: 'global search' },
  { terms: ['under fire', 'volley', 'volleys'], use: 'crash tests, burst' },
  { terms: ['stranger', 'strangers'], use: 'external API, external provider' },
  { terms: ['presence', 'placeholder row', 'placeholder rows'], use: 'record state, stub' },
  { terms: ['say who'], use: 'setActivityActor' },
  { terms: ['read leniently', 'write directly'], use: 'lenient decoder, fast encoder' },
  { terms: ['send ahead'], use: 'preload' },
  { terms: ['roomy', 'crew', 'loose records'], use: 'tmpfsDir, mechanicPool, orphans' },
  { terms: ['refusal', 'refusals', 'complaint', 'complaints'], use: 'API error, issue' },
  { terms: ['house'], use: 'repository' },
  { terms: ['on record', 'put right'], use: 'logged, fixed' },
];

/**
 * Places where a term is right, with the reason.
 * @type {{ path: RegExp, line: RegExp, reason: string }[]}
 */
const exceptions = [
  { path: /^scripts\/rules\/glossary(\.test)?\.mjs$/, line: /(?:)/, reason: 'the list itself' },
  { path: /global-search/, line: /Find anything/, reason: 'a specified title on the screen' },
  { path: /demo-ledger/, line: /'settlements'/, reason: 'a seed: another one makes other demo data' },
];

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
