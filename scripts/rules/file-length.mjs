/** @import { SearchResult, SourceFile } from '../tree.mjs' */
import { isTest } from '../tree.mjs';

/** A longer file is probably two files. A test may be as long as its subject needs. */
export const longestFile = 400;

/**
 * Files that are too long.
 * @param {SourceFile[]} files
 * @returns {SearchResult[]}
 */
export function findLongFiles(files) {
  return files.flatMap(({ path, text }) => {
    if (isTest(path)) return [];
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
