/** @import { SearchResult, SourceFile } from '../tree.mjs' */
import { isTest } from '../tree.mjs';

const vagueNames = /(^|\/)(utils?|helpers?|common|misc)(\/|\.[a-z.]+$)|(^|\/|-)(utils?|helpers?|misc)\.[a-z.]+$/;

/** @type {{ pattern: RegExp, message: string, testsOnly?: boolean, outsideOf?: RegExp }[]} */
const habits = [
  { pattern: /\b(it|test|describe)(\.\w+)*\.only\b/, message: 'a test left on .only' },
  { pattern: /\bwaitForTimeout\(/, message: 'a test that sleeps: wait for what should happen' },
  {
    // A measurement begins when nothing else is on its way; it proves nothing by that.
    pattern: /\bnetworkidle\b/,
    message: 'quiet network proves nothing: wait for what should be seen',
    outsideOf: /^bench\//,
  },
  {
    pattern: /new Promise\b.*\bsetTimeout\(/,
    message: 'a test that sleeps: wait for what should happen',
    testsOnly: true,
  },
  { pattern: /\bas any\b/, message: '"as any": narrow the type' },
  { pattern: /\bas unknown as\b/, message: '"as unknown as": narrow or parse the value' },
  { pattern: /\b(TODO|FIXME|XXX|HACK)\b/, message: 'an unfinished note: finish it or leave it out' },
  { pattern: /@ts-(ignore|nocheck)\b/, message: 'a switched-off type check' },
  { pattern: /@ts-expect-error\s*(\*\/|$)/, message: '@ts-expect-error without its reason' },
  { pattern: /\beslint-disable\b/, message: 'a suppression for a tool that is not here' },
];

const skip = /\b(it|test|describe|suite)(\.\w+)*\.(skip|skipIf|runIf|todo)\b/;
const silentSkip = /\.skip\(\s*\)/;

/**
 * Habits the house does without, each in a line.
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
  if (vagueNames.test(path))
    return [{ path, line: 1, message: 'a name that says nothing: name it after what it does' }];
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
 * A skip says why in a comment on its line or the one above; a skip inside a test says it as its argument.
 * @param {string} line
 * @param {string} lineAbove
 */
function isUnexplainedSkip(line, lineAbove) {
  if (silentSkip.test(line)) return true;
  return skip.test(line) && !/\/\/\s*\S{3}/.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(lineAbove);
}
