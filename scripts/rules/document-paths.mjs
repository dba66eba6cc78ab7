/** @import { SearchResult, SourceFile } from '../tree.mjs' */
import { posix } from 'node:path';

/** Folders that commands create. Documents may name them although git ignores them. */
const madeByRunning = /^(data|dist|node_modules|\.cache|test-results|apps\/[a-z]+\/dist)(\/|$)/;

/**
 * Finds paths in documents that do not exist: link targets, and words in backticks that start with a root folder.
 * `<name>`, `*`, `NNN` and `…` stand for any name.
 * @param {SourceFile[]} documents
 * @param {string[]} paths of every file in the tree
 * @returns {SearchResult[]}
 */
export function findDeadPaths(documents, paths) {
  const known = new Set(paths.flatMap(withFolders));
  const roots = new Set(paths.filter((path) => path.includes('/')).map((path) => path.split('/')[0]));
  return documents.flatMap(({ path, text }) =>
    proseLines(text).flatMap(({ line, content }) =>
      namedPaths(content, posix.dirname(path), roots)
        .filter((name) => !madeByRunning.test(name) && !isFull(name, known))
        .map((name) => ({ path, line, message: `names ${name}, which is not in the tree` })),
    ),
  );
}

/**
 * Finds links to headings that do not exist in the target document.
 * @param {SourceFile[]} documents
 * @returns {SearchResult[]}
 */
export function findDeadAnchors(documents) {
  const anchors = new Map(documents.map(({ path, text }) => [path, anchorsOf(text)]));
  return documents.flatMap(({ path, text }) =>
    proseLines(text).flatMap(({ line, content }) =>
      [...content.matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)]
        .map(([, target = '', anchor = '']) => ({
          document: target === '' ? path : posix.normalize(posix.join(posix.dirname(path), target)),
          anchor,
        }))
        .filter(({ document, anchor }) => anchors.get(document)?.has(anchor) === false)
        .map(({ document, anchor }) => ({
          path,
          line,
          message: `links to #${anchor}, which ${document} does not have`,
        })),
    ),
  );
}

/**
 * Returns the anchors of the headings: in lower case, with dashes for spaces and without punctuation.
 * @param {string} text
 */
function anchorsOf(text) {
  const headings = proseLines(text).flatMap(({ content }) => /^#+ (.*)$/.exec(content)?.[1] ?? []);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}

/** @param {string} path */
function withFolders(path) {
  const segments = path.split('/');
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

/**
 * Returns the lines outside fenced blocks, which contain commands and responses.
 * @param {string} text
 */
export function proseLines(text) {
  let fenced = false;
  return text.split('\n').flatMap((content, index) => {
    if (/^\s*```/.test(content)) fenced = !fenced;
    return fenced ? [] : [{ line: index + 1, content }];
  });
}

/**
 * @param {string} content
 * @param {string} folder
 * @param {Set<string | undefined>} roots
 */
function namedPaths(content, folder, roots) {
  const links = [...content.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => posix.normalize(posix.join(folder, target)));
  const words = [...content.matchAll(/`([^`\s]+)`/g)]
    .map((match) => (match[1] ?? '').replace(/^\.\//, '').replace(/[:#]\d*$/, ''))
    .filter((word) => word.includes('/') && roots.has(word.split('/')[0]));
  return [...links, ...words].map((name) => name.replace(/\/$/, ''));
}

/**
 * @param {string} name
 * @param {Set<string>} known
 */
function isFull(name, known) {
  if (!/[<*…]|NNN/.test(name)) return known.has(name);
  const escaped = name.split(/<[^>]*>|\*+|…|NNN/).map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const shape = new RegExp(`^${escaped.join('.+')}$`);
  return [...known].some((path) => shape.test(path));
}
