/** @import { SearchResult, SourceFile } from '../tree.mjs' */
import { isTest } from '../tree.mjs';

const vagueNames = /(^|\/)(utils?|helpers?|common|misc)(\/|\.[a-z.]+$)|(^|\/|-)(utils?|helpers?|misc)\.[a-z.]+$/;

/** @type {{ pattern: RegExp, message: string, testsOnly?: boolean, outsideOf?: RegExp }[]} */
const habits = [
  { pattern: /\bwaitForTimeout\(/, message: 'a test that sleeps: wait for a condition' },
  {
    // A benchmark may wait for an idle network before it starts, but a test cannot conclude anything from it.
    pattern: /\bnetworkidle\b/,
    message: 'an idle network proves nothing: wait for the element',
    outsideOf: /^bench\//,
  },
  {
    pattern: /new Promise\b.*\bsetTimeout\(/,
    message: 'a test that sleeps: wait for a condition',
    testsOnly: true,
  },
  { pattern: /\bas unknown as\b/, message: '"as unknown as": narrow or parse the value' },
  { pattern: /\b(TODO|FIXME|XXX|HACK)\b/, message: 'an unfinished note: finish or remove it' },
  { pattern: /@ts-nocheck\b/, message: 'a disabled type check' },
  { pattern: /@ts-expect-error\s*(\*\/|$)/, message: '@ts-expect-error without its reason' },
];

const skip = /\b(it|test|describe|suite)(\.\w+)*\.(skip|skipIf|runIf|todo)\b/;
const silentSkip = /\.skip\(\s*\)/;

/**
 * Finds banned patterns within a line. Biome finds the other ones.
 * @param {SourceFile[]} files
 * @returns {SearchResult[]}
 */
export function findBannedHabits(files) {
  return files
    .filter(({ path }) => !/^scripts\/rules\/banned-habits(\.test)?\.mjs$/.test(path))
    .flatMap((file) => [...inName(file.path), ...inText(file)]);
}

/**
 * @param {string} path
 * @returns {SearchResult[]}
 */
function inName(path) {
  if (/(^|\/)index\.(ts|tsx|mjs|js)$/.test(path))
    return [{ path, line: 1, message: 'a barrel: import from the file itself' }];
  if (vagueNames.test(path)) return [{ path, line: 1, message: 'a vague name: name it after its content' }];
  return [];
}

/**
 * @param {SourceFile} file
 * @returns {SearchResult[]}
 */
function inText({ path, text }) {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const found = habits.filter(
      ({ pattern, testsOnly, outsideOf }) =>
        pattern.test(line) && (testsOnly !== true || isTest(path)) && outsideOf?.test(path) !== true,
    );
    const messages = found.map(({ message }) => message);
    if (isUnexplainedSkip(line, lines[index - 1] ?? ''))
      messages.push('a skipped test without its reason in a comment');
    return messages.map((message) => ({ path, line: index + 1, message }));
  });
}

/**
 * Checks whether a skipped test has no reason. The reason is a comment on the same line or the line above, or an
 * argument inside a test.
 * @param {string} line
 * @param {string} lineAbove
 */
function isUnexplainedSkip(line, lineAbove) {
  if (silentSkip.test(line)) return true;
  return skip.test(line) && !/\/\/\s*\S{3}/.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(lineAbove);
}
