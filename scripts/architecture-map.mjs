/**
 * Reads the map in ARCHITECTURE.md, which consists of tables below headings that end with a repository folder. Each
 * row contains a folder or file and what it may import. The import rules are generated from the rows, and another
 * rule compares the rows with the tree.
 */

/**
 * `path` is relative to the root; `<feature>` stands for any name and `*` for any file in the folder. `sees` lists
 * the rows that it may import; null means everything. `isBase` marks the folder of a table, which does not include
 * its subfolders.
 * @typedef {{ path: string, sees: string[] | null, line: number, isBase: boolean }} MapRow
 */

const contract = ['packages/contract/src/', 'packages/contract/src/wire/'];
const heading = /^##+ .*`([^`]*\/)`$/;

/**
 * Returns the rows of the map, most specific first.
 * @param {string} document text of ARCHITECTURE.md
 * @returns {MapRow[]}
 */
export function readMap(document) {
  let base = '';
  /** @type {MapRow[]} */
  const rows = [];
  for (const [index, text] of document.split('\n').entries()) {
    if (text.startsWith('## ') || text.startsWith('### ')) base = heading.exec(text)?.[1] ?? '';
    const cells = text.split('|').map((cell) => cell.trim());
    const name = /^`([^`]+)`$/.exec(cells[1] ?? '')?.[1];
    if (base === '' || name === undefined) continue;
    rows.push({
      path: pathOf(base, name),
      sees: seenIn(base, cells[3] ?? ''),
      line: index + 1,
      isBase: name === './',
    });
  }
  return rows.sort((one, other) => rank(other.path) - rank(one.path));
}

/** @param {string} base @param {string} name */
const pathOf = (base, name) => (base === './' ? name : `${base}${name === './' ? '' : name}`);

/**
 * @param {string} base
 * @param {string} cell
 */
function seenIn(base, cell) {
  if (cell === 'everything') return null;
  const names = [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
  return names.flatMap((name) => {
    if (name === 'contract') return contract;
    return /^(apps|packages|e2e|tests|bench|bin|scripts)\//.test(name) ? name : pathOf(base, name);
  });
}

/**
 * Returns the precedence of a path: a file ranks above the files of a folder, and a folder ranks above its parent.
 * @param {string} path
 */
function rank(path) {
  const isOneFile = !path.endsWith('/') && !path.includes('*');
  return path.length + (isOneFile ? 1000 : 0);
}

/** @param {string} path */
const plainPattern = (path) =>
  path
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/<[^>]*>/g, '[^/]+')
    .replace(/\*/g, '[^/]*');

/**
 * Returns a pattern for the files of a row, excluding files that a more specific row covers.
 * @param {MapRow} row
 * @param {MapRow[]} rows
 */
export function filesPattern({ path }, rows) {
  const inner = rows.map((row) => row.path).filter((other) => other !== path && isInside(other, path));
  const end = path.endsWith('/') ? '' : '$';
  const except = inner.map((other) => `${plainPattern(other)}${other.endsWith('/') ? '' : '$'}`);
  return `^${except.length > 0 ? `(?!${except.join('|')})` : ''}${plainPattern(path)}${end}`;
}

/** @param {string} inner @param {string} outer */
function isInside(inner, outer) {
  if (outer.includes('*')) return !inner.includes('*') && new RegExp(`^${plainPattern(outer)}$`).test(inner);
  return outer.endsWith('/') && inner.startsWith(outer);
}

/**
 * Returns a dependency-cruiser rule for each row with restricted imports. Tests may import more than the code that
 * they test.
 * @param {MapRow[]} rows
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
export function directionRules(rows) {
  return rows.flatMap((row) => {
    if (row.sees === null) return [];
    const seen = rows.filter(({ path }) => path === row.path || row.sees?.includes(path));
    return {
      name: `what ${row.path} may import in ARCHITECTURE.md`,
      severity: 'error',
      from: { path: filesPattern(row, rows), pathNot: '\\.test\\.(tsx?|mjs)$' },
      to: {
        path: '^(apps|packages|e2e|tests|bench|bin|scripts)/',
        pathNot: seen.map((other) => filesPattern(other, rows)).join('|'),
      },
    };
  });
}
