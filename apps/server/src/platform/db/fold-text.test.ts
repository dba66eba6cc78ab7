import { readFileSync } from 'node:fs';
import { foldText } from '@wayside/contract/wire/fold-text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** Characters that Unicode has added after version 14, which PostgreSQL 15 has. */
const NEWER = new Set([0xa7f1]);

describe('[FIND-01] fold_text', () => {
  it('folds every character of the basic plane as foldText of the contract does', async () => {
    const differing: string[] = [];
    for (let start = 1; start < 0xffff; start += 0x1000) {
      const given = Array.from({ length: 0x1000 }, (_, index) => start + index)
        .filter((code) => !(code >= 0xd800 && code < 0xe000) && code < 0xffff && !NEWER.has(code))
        .map((code) => `A${String.fromCodePoint(code)}b`);
      const { rows } = await test.database.pool.query(
        'SELECT array_agg(fold_text(given) ORDER BY place) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS t (given, place)',
        [given],
      );
      differing.push(...given.filter((text, index) => rows[0].folded[index] !== foldText(text)));
    }
    expect(differing).toEqual([]);
  });
});

describe('[FIND-03] name_keys', () => {
  // Spellings of one name on a line; names of different lines are different names.
  const groups = readFileSync(new URL('../../testing/similar-names.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '));

  it('matches nine of ten spellings of a name, and rarely another name', async () => {
    const names = groups.flatMap((spellings, group) => spellings.map((name) => ({ name, group })));
    const { rows } = await test.database.pool.query(
      `WITH given AS (SELECT name, "group", name_keys(fold_text(name)) AS keys FROM unnest($1::text[], $2::int[]) AS t (name, "group")),
        asked AS (SELECT *, CASE WHEN keys[2] LIKE '^%' THEN keys[:1] ELSE ARRAY[keys[2], replace(keys[1], '~', '^')] END AS wanted FROM given)
       SELECT count(*) FILTER (WHERE asked."group" = given."group")::int AS pairs,
         count(*) FILTER (WHERE asked."group" = given."group" AND given.keys && wanted)::int AS found,
         count(*) FILTER (WHERE asked."group" <> given."group" AND given.keys && wanted)::int AS wrong
       FROM asked, given WHERE asked.name <> given.name`,
      [names.map(({ name }) => name), names.map(({ group }) => group)],
    );
    const { pairs, found, wrong } = rows[0];
    expect(pairs).toBeGreaterThan(3000);
    // docs/search.md has the figures.
    expect(found / pairs).toBeGreaterThan(0.95);
    expect(found / (found + wrong)).toBeGreaterThan(0.99);
  });

  it.each([
    ['an honorific', 'Dr. Shri Ravi', 'Ravi'],
    ['a short form', 'Mohd Irfan', 'Mohammed Irfan'],
    ['an apostrophe', "D'Souza", 'Dsouza'],
    ['a suffix of respect', 'Rameshbhai', 'Ramesh'],
  ])('reads the name under %s', async (_what, one, other) => {
    const { rows } = await test.database.pool.query(
      'SELECT name_keys(fold_text($1)) AS one, name_keys(fold_text($2)) AS other',
      [one, other],
    );
    expect(rows[0].one).toEqual(rows[0].other);
  });
});
