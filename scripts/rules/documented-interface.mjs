/** @import { SearchResult, SourceFile } from '../tree.mjs' */

/** npm's own commands. */
const npmOwn = new Set(['ci', 'install']);

/**
 * Finds commands in documents that `package.json` lacks, and scripts that docs/commands.md omits.
 * @param {SourceFile[]} documents
 * @param {string[]} scripts
 * @returns {SearchResult[]}
 */
export function findUndocumentedCommands(documents, scripts) {
  const named = documents.flatMap(({ path, text }) =>
    text.split('\n').flatMap((content, index) =>
      [...content.matchAll(/\bnpm (?:run )?([a-z][a-z:-]*)/g)].map((match) => ({
        path,
        line: index + 1,
        command: match[1] ?? '',
        isOurs: match[0].startsWith('npm run ') || ['start', 'test'].includes(match[1] ?? ''),
      })),
    ),
  );
  const gone = named.filter(({ command, isOurs }) => isOurs && !npmOwn.has(command) && !scripts.includes(command));
  const listed = new Set(named.filter(({ path }) => path === 'docs/commands.md').map(({ command }) => command));
  return [
    ...gone.map(({ path, line, command }) => ({
      path,
      line,
      message: `names the command ${command}, which package.json does not have`,
    })),
    ...scripts
      .filter((script) => !listed.has(script))
      .map((script) => ({ path: 'docs/commands.md', line: 1, message: `does not name the command ${script}` })),
  ];
}

/**
 * Finds settings that docs/settings.md omits, and listed settings that the program does not read.
 * @param {string} page docs/settings.md
 * @param {string} settings source of the settings
 * @returns {SearchResult[]}
 */
export function findUndocumentedSettings(page, settings) {
  const read = new Set(
    [...settings.matchAll(/\b(?:variable|secret)\(\s*'([A-Z][A-Z0-9_]+)'/g)].map((match) => match[1] ?? ''),
  );
  const rows = page.split('\n').map((row) => (row.startsWith('|') ? (row.split('|')[1] ?? '') : ''));
  const listed = new Set(
    rows.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((match) => match[1] ?? '')),
  );
  return [
    ...[...read].filter((name) => !listed.has(name)).map((name) => `does not list the setting ${name}`),
    ...[...listed]
      .filter((name) => !read.has(name))
      .map((name) => `lists the setting ${name}, which nothing reads`),
  ].map((message) => ({ path: 'docs/settings.md', line: 1, message }));
}

/**
 * Finds a systemd unit that does not start the program with the command of `npm start`, for example because flags are
 * missing.
 * @param {SourceFile} unit
 * @param {string} start the script of `package.json`
 * @returns {SearchResult[]}
 */
export function findOtherStart({ path, text }, start) {
  const line = text.split('\n').findIndex((content) => content.startsWith('ExecStart='));
  const command = text.split('\n')[line]?.replace('ExecStart=/usr/bin/env ', 'exec ');
  return command === start ? [] : [{ path, line: line + 1, message: `does not start the program by "${start}"` }];
}
