/** @import { SearchResult, SourceFile } from '../tree.mjs' */
import { isTest } from '../tree.mjs';

/** A longer file probably needs to be split. Tests have no limit. */
const MAX_LINES = 400;

/**
 * Finds files that are too long.
 * @param {SourceFile[]} files
 * @returns {SearchResult[]}
 */
export function findLongFiles(files) {
  return files.flatMap(({ path, text }) => {
    const lines = text.replace(/\n$/, '').split('\n').length;
    if (isTest(path) || lines <= MAX_LINES) return [];
    return [{ path, line: lines, message: `${lines} lines, more than ${MAX_LINES}: split it` }];
  });
}
