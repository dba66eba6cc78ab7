/** @import { SearchResult, SourceFile } from '../tree.mjs' */

/** A longer file is probably two files. */
export const longestFile = 300;

/**
 * Files that are too long.
 * @param {SourceFile[]} files
 * @returns {SearchResult[]}
 */
export function findLongFiles(files) {
  return files.flatMap(({ path, text }) => {
    const lines = lineCount(text);
    if (lines <= longestFile) return [];
    return [{ path, line: lines, message: `${lines} lines, more than ${longestFile}: split it` }];
  });
}

/**
 * @param {string} text
 */
function lineCount(text) {
  return text.replace(/\n$/, '').split('\n').length;
}
