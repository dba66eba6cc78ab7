/** @import { SearchResult, SourceFile } from '../tree.mjs' */
import { proseLines } from './document-paths.mjs';

/**
 * The documented commands and the test that runs each. If no test has the required engine, the test only checks the
 * command. A block for several machines is represented by its heading.
 * @type {readonly (readonly [command: RegExp, test: string])[]}
 */
const tests = [
  [/^(DEMO=off )?npm start$/, 'tests/container/clone.test.ts'],
  [/^API_HOST=\S+ npm start$/, 'tests/container/clone.test.ts'],
  [/^npm run (backup|restore|dev|migration)\b/, 'tests/container/clone.test.ts'],
  [/^npm run texts\b/, 'scripts/collect-texts.test.mjs'],
  [/^npm run import\b/, 'apps/server/src/commands/import.test.ts'],
  [/^npm run demo -- --live/, 'apps/server/src/commands/demo-live.test.ts'],
  [/^npm run demo -- \[/, 'apps/server/src/commands/demo.test.ts'],
  [/^npm run admin\b/, 'apps/server/src/commands/admin.test.ts'],
  [/^npm run key -- /, 'apps/server/src/commands/key.test.ts'],
  [/^npm run rekey$/, 'apps/server/src/commands/rekey.test.ts'],
  [/^npm run verify(?!-)/, 'apps/server/src/commands/verify.test.ts'],
  [/^npm run verify-close/, 'apps/server/src/commands/verify-close.test.ts'],
  [/^npm run docs$/, 'tests/site/site.test.ts'],
  [/^npm run sbom$/, 'tests/container/release.test.ts'],
  [/^curl "\$WAYSIDE_URL\//, 'apps/server/src/commands/integration.test.ts'],
  [/^(WAYSIDE_KEY=\S+ )?npx tsx examples\//, 'apps/server/src/commands/integration.test.ts'],
  [/^docker (exec|cp|stop|start|rm|logs|run --rm) /, 'tests/container/container.test.ts'],
  [/^docker run --(name|read-only) /, 'tests/container/container.test.ts'],
  [/^docker (build|compose) /, 'tests/container/install.test.ts'],
  [/^echo "[A-Z0-9_]+=\$\(openssl rand /, 'tests/container/install.test.ts'],
  [/^(kubectl|helm) /, 'tests/container/install.test.ts'],
  [/^cp deploy\/systemd\//, 'tests/container/systemd.test.ts'],
  [/^systemctl (daemon-reload|enable --now wayside(-backup\.timer)?)$/, 'tests/container/systemd.test.ts'],
  [/^(git clone|cd|npm ci|useradd|install|printf|journalctl)\b/, 'tests/container/systemd.test.ts'],
  [/^# on .*: (Packages|Configuration|The database|The program)$/, 'tests/cluster/cluster.ts'],
  [/^# on .*: (Rolling restarts and upgrades|Backup and restore)$/, 'tests/cluster/cluster.test.ts'],
  [/^# on .*: (When the primary dies|A new minor version of PostgreSQL)$/, 'tests/cluster/faults.ts'],
  [/^(systemctl restart wayside|wayside admin create )/, 'tests/cluster/cluster.test.ts'],
  // These commands run the test suites.
  [/^npm (test|run (build|check|format|test:slow|trace))\b/, '.ci/run'],
  [/^npx vitest run /, '.ci/run'],
];

/**
 * Commands that a user types and watches, because they take hours, write the pictures of the documents, or need a
 * registry.
 */
const byHand = /^(npm run (bench|pictures)|npx tsx tests\/soak\/main\.ts|npm install @wayside\/client)\b/;

/** A command within running text: it starts with one of these words, followed by a space. */
const inSentence = /`((?:[A-Z_]+=\S+ )*(?:npm|npx|docker|kubectl|helm|curl|systemctl|wayside)(?: [^`]+))`/g;

/**
 * Finds documented commands that no test runs, blocks without a language, and outdated rows of the table above.
 * @param {SourceFile[]} documents
 * @param {string[]} paths of every file in the tree
 * @returns {SearchResult[]}
 */
export function findUntestedCommands(documents, paths) {
  const named = documents.flatMap(({ path, text }) => namedCommands(text).map((found) => ({ path, ...found })));
  const isNamed = (/** @type {RegExp} */ pattern) => named.some(({ command }) => pattern.test(command));
  const isTested = (/** @type {string} */ command) =>
    byHand.test(command) || tests.some(([pattern]) => pattern.test(command));
  return [
    ...documents.flatMap(findUnnamedLanguages),
    ...named
      .filter(({ command }) => !isTested(command))
      .map(({ path, line, command }) => ({
        path,
        line,
        message: `has the command "${command}", which no test runs`,
      })),
    ...tests
      .filter(([pattern, test]) => !isNamed(pattern) || !paths.includes(test))
      .map(([pattern, test]) => ({
        path: 'scripts/rules/tested-commands.mjs',
        line: 1,
        message: `has ${pattern} in ${test}, one of which does not exist`,
      })),
  ];
}

/**
 * @param {SourceFile} document
 * @returns {SearchResult[]}
 */
function findUnnamedLanguages({ path, text }) {
  let isOpen = false;
  return text.split('\n').flatMap((content, index) => {
    if (!/^\s*```/.test(content)) return [];
    isOpen = !isOpen;
    return isOpen && content.trim() === '```'
      ? [{ path, line: index + 1, message: 'begins a block without its language: sh for commands, else text' }]
      : [];
  });
}

/** @param {string} text of a document */
function namedCommands(text) {
  const inBlocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(({ 1: block = '', index }) => {
    const before = text.slice(0, index);
    const line = before.split('\n').length + 1;
    const heading = before.match(/(?<=^#{2,} ).*$/gm)?.at(-1) ?? '';
    const [machines = ''] = /^# on .*$/m.exec(block) ?? [];
    return machines === '' ? commandsOf(block, line) : [{ line, command: `${machines}: ${heading}` }];
  });
  const inSentences = proseLines(text).flatMap(({ line, content }) =>
    [...content.matchAll(inSentence)].map(([, command = '']) => ({ line, command })),
  );
  // Excludes commands with a placeholder for the command name.
  return [...inBlocks, ...inSentences].filter(({ command }) => !/ NAME .*…$/.test(command));
}

/**
 * @param {string} block
 * @param {number} firstLine
 */
function commandsOf(block, firstLine) {
  /** @type {{ line: number, command: string }[]} */
  const found = [];
  let pending = '';
  for (const [index, content] of block.trimEnd().split('\n').entries()) {
    pending += content;
    // The command continues on the next line. Quoted text can also span several lines.
    if (content.endsWith('\\') || pending.split("'").length % 2 === 0) continue;
    found.push({ line: firstLine + index, command: pending });
    pending = '';
  }
  return found;
}
