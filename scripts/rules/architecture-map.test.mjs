import { expect, it } from 'vitest';
import { filesPattern, readMap } from '../architecture-map.mjs';
import { findMapDifferences } from './architecture-map.mjs';

const document = `# Architecture

## The server: \`apps/server/src/\`

| folder | holds | may import |
|---|---|---|
| \`*.ts\` | settings | \`db/\` |
| \`db/\` | the database | – |
| \`db/schema/\` | the tables | – |
| \`features/<feature>/\` | the verbs | \`db/\` |

1. \`apps/server/src/db/read-page.ts\` – \`readPage()\` reads.
`;
const paths = ['app.ts', 'db/read-page.ts', 'db/schema/users.ts', 'features/example/list-example.ts'].map(
  (path) => `apps/server/src/${path}`,
);

/** @param {string} text @param {string[]} tree */
const messages = (text, tree = paths) =>
  findMapDifferences(text, tree, (path) => (path.endsWith('read-page.ts') ? 'function readPage() {}' : '')).map(
    ({ message }) => message,
  );

it('accepts a map that equals the tree', () => {
  expect(messages(document)).toEqual([]);
});

it('finds a folder that the map does not list', () => {
  expect(messages(document, [...paths, 'apps/server/src/wrong/a.ts'])).toEqual([
    'does not list the folder apps/server/src/wrong/',
  ]);
});

it('finds a row that is not in the tree, and an import of an unknown row', () => {
  const wrong = document.replace('| the tables | – |', '| the tables | `gone/` |');
  expect(messages(wrong, paths.toSpliced(0, 1))).toEqual([
    'lists apps/server/src/*.ts, which is not in the tree',
    'lets apps/server/src/db/schema/ import apps/server/src/gone/, which is not a row',
  ]);
});

it('finds a function that is not in the file of its step', () => {
  expect(messages(document.replace('readPage()', 'readRows()'))).toEqual([
    'says that readRows is in apps/server/src/db/read-page.ts, which does not have it',
  ]);
});

it('gives each file to the most specific row', () => {
  const rows = readMap(document);
  /** @param {string} path */
  const rowOf = (path) =>
    rows.filter((row) => new RegExp(filesPattern(row, rows)).test(path)).map((row) => row.path);
  expect(rowOf('apps/server/src/db/schema/users.ts')).toEqual(['apps/server/src/db/schema/']);
  expect(rowOf('apps/server/src/db/client.ts')).toEqual(['apps/server/src/db/']);
  expect(rowOf('apps/server/src/features/example/pay.ts')).toEqual(['apps/server/src/features/<feature>/']);
});
