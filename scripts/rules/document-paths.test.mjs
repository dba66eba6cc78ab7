import { expect, it } from 'vitest';
import { findDeadAnchors, findDeadPaths } from './document-paths.mjs';

const paths = ['README.md', 'docs/operations.md', 'docs/decisions/001-dependencies.md', 'apps/server/src/app.ts'];

/** @param {string} text */
const messages = (text) =>
  findDeadPaths([{ path: 'docs/operations.md', text }], paths).map((result) => result.message);

it('finds a link and a path that are not in the tree', () => {
  expect(messages('See [it](gone.md).')).toEqual(['names docs/gone.md, which is not in the tree']);
  expect(messages('It is in `apps/server/src/gone.ts`.')).toHaveLength(1);
  expect(messages('They are in `apps/gone/<name>.ts`.')).toHaveLength(1);
});

it('accepts existing paths, created folders, and words that are no paths', () => {
  const text =
    'See [it](decisions/001-dependencies.md), [home](../README.md#settings), [out](https://example.org/x), `apps/server/`,';
  expect(
    messages(`${text} \`docs/decisions/NNN-*.md\`, \`apps/web/dist\`, \`api/v1/openapi.json\`, \`text/plain\``),
  ).toEqual([]);
  expect(messages('```\napps/server/src/gone.ts\n```')).toEqual([]);
});

it('finds links to headings that a document does not have', () => {
  const documents = [
    {
      path: 'README.md',
      text: '# Wayside\n[keys](docs/a.md#the-data-key), [gone](docs/a.md#gone), [own](#wayside)',
    },
    { path: 'docs/a.md', text: '## The data key\n\n```\n# gone\n```\n[home](../README.md#away), [self](#gone)' },
  ];
  expect(findDeadAnchors(documents).map(({ path, message }) => `${path} ${message}`)).toEqual([
    'README.md links to #gone, which docs/a.md does not have',
    'docs/a.md links to #away, which README.md does not have',
    'docs/a.md links to #gone, which docs/a.md does not have',
  ]);
});
