/** @import { SearchResult, SourceFile } from '../tree.mjs' */
import { isTest } from '../tree.mjs';

/** A longer file probably needs to be split. Tests have no limit. */
const LONGEST_FILE = 400;

/**
 * Finds files that are too long.
 * @param {SourceFile[]} files
 * @returns {SearchResult[]}
 */
export function findLongFiles(files) {
  return files.flatMap(({ path, text }) => {
    const lines = text.replace(/\n$/, '').split('\n').length;
    if (isTest(path) || lines <= LONGEST_FILE) return [];
    return [{ path, line: lines, message: `${lines} lines, more than ${LONGEST_FILE}: split it` }];
  });
}
