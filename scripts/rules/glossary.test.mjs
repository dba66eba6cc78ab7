import { expect, it } from 'vitest';
import { findPrivateTerms } from './glossary.mjs';

/** @param {string} text @param {string} path */
const places = (text, path = 'apps/server/src/unborn.ts') =>
  findPrivateTerms([{ path, text }]).map(({ path: place, line }) => `${place}:${line}`);

it.each([
  'const deed = 1;',
  'interface Deed {}',
  'function listDeeds() {}',
  'SELECT deed_id FROM activity',
  "const UNDER_FIRE = 'x';",
  'sayWho(client);',
  "it('tells a stranger nothing', f);",
  '// A deed that is not on record',
])('finds the private term in %s', (line) => {
  expect(places(`\n${line}`).length).toBeGreaterThan(0);
});

it('finds a term in the name of a file', () => {
  expect(places('', 'apps/web/src/people/deed-labels.ts')).toEqual(['apps/web/src/people/deed-labels.ts:0']);
});

it('accepts longer words and the usual terms', () => {
  expect(places('indeed, the household has an activity entry; records of a record')).toEqual([]);
});
