/** @import { SearchResult, SourceFile } from '../tree.mjs' */
import { posix } from 'node:path';
import { filesPattern, readMap } from '../architecture-map.mjs';

const path = 'ARCHITECTURE.md';

/**
 * Finds folders that the map omits, rows that match no file, permitted imports that match no row, and functions that
 * the page attributes to the wrong file.
 * @param {string} document text of ARCHITECTURE.md
 * @param {string[]} paths of every file in the tree
 * @param {(path: string) => string} textOf
 * @returns {SearchResult[]}
 */
export function findMapDifferences(document, paths, textOf) {
  const rows = readMap(document);
  const listed = new Set(rows.map((row) => row.path));
  const folders = new Set(
    paths.map((file) => posix.dirname(file)).map((folder) => (folder === '.' ? './' : `${folder}/`)),
  );
  const listedFolders = rows.map((row) => ({
    pattern: new RegExp(filesPattern({ ...row, path: row.path.replace(/[^/]+\.\w+$/, '') }, [])),
    coversInner: row.path.endsWith('/') && !row.isBase,
  }));
  /** @param {string} folder */
  const isListed = (folder) =>
    listedFolders.some(({ pattern, coversInner }) => {
      const found = pattern.exec(folder)?.[0];
      return found === folder || (coversInner && found !== undefined);
    });
  return [
    ...[...folders]
      .filter((folder) => !isListed(folder))
      .map((folder) => ({ path, line: 1, message: `does not list the folder ${folder}` })),
    ...rows
      .filter((row) => !hasFiles(row, rows, paths))
      .map((row) => ({ path, line: row.line, message: `lists ${row.path}, which is not in the tree` })),
    ...rows.flatMap((row) =>
      (row.sees ?? [])
        .filter((seen) => !listed.has(seen))
        .map((seen) => ({ path, line: row.line, message: `lets ${row.path} import ${seen}, which is not a row` })),
    ),
    ...findLostFunctions(document, textOf),
  ];
}

/**
 * @param {import('../architecture-map.mjs').MapRow} row
 * @param {import('../architecture-map.mjs').MapRow[]} rows
 * @param {string[]} paths
 */
function hasFiles(row, rows, paths) {
  if (row.path === './') return true;
  const pattern = new RegExp(filesPattern(row, row.path.includes('*') ? rows : []));
  return paths.some((file) => pattern.test(file));
}

/**
 * Finds steps of the form `path` – `name()` whose file does not contain the name.
 * @param {string} document
 * @param {(path: string) => string} textOf
 */
function findLostFunctions(document, textOf) {
  const steps = document.matchAll(/`([\w./-]+\.tsx?)` –\s+(?:[\w ]+ )?`(\w+)(?:\(\))?`/g);
  return [...steps].flatMap((step) => {
    const [, file = '', name = ''] = step;
    if (new RegExp(`\\b${name}\\b`).test(textOf(file))) return [];
    const line = document.slice(0, step.index).split('\n').length;
    return [{ path, line, message: `says that ${name} is in ${file}, which does not have it` }];
  });
}
