import { readFileSync } from 'node:fs';
import { foldText } from '@wayside/contract/wire/fold-text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { alternativesOf } from './similar-names.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** Characters that Unicode added after version 14, the version of PostgreSQL 15. */
const NEWER = new Set([0xa7f1]);

describe('[FIND-01] fold_text', () => {
  it('folds every character of the basic multilingual plane like foldText in the contract', async () => {
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

  it('folds white space and quotation marks of ASCII text like foldText', async () => {
    const parts = ['', ' ', '  ', '\t', '\n', '\v', '\f', '\r', ' \t ', '`', "'", 'é'];
    const texts = parts.flatMap((one) => parts.flatMap((other) => [`${one}Asha${other}Rao`, `ASHA${one}${other}`]));
    const { rows } = await test.database.pool.query(
      'SELECT array_agg(fold_text(given) ORDER BY place) AS folded, fold_text(NULL) AS nothing FROM unnest($1::text[]) WITH ORDINALITY AS t (given, place)',
      [texts],
    );
    expect(rows).toEqual([{ folded: texts.map(foldText), nothing: null }]);
  });
});

describe('[FIND-03] name_sounds', () => {
  const linesOf = (file: string) =>
    readFileSync(new URL(`../../testing/${file}`, import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
  // Each line contains spellings of one name. Names on different lines are different names.
  const groups = linesOf('similar-names.txt');
  // Different names that look or sound nearly alike.
  const different = linesOf('different-names.txt');

  async function soundsOf(names: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const { rows } = await test.database.pool.query(
      'SELECT name, name_sounds(fold_text(name)) AS keys FROM unnest($1::text[]) AS names (name)',
      [names],
    );
    return new Map(rows.map(({ name, keys }) => [name, keys]));
  }

  const shares = (one: readonly string[] = [], other: readonly string[] = []) =>
    alternativesOf(one).some((key) => other.includes(key));

  it('finds nine out of ten spellings of a name, and few other names', async () => {
    const names = groups.flatMap((spellings, group) => spellings.map((name) => ({ name, group })));
    const sounds = await soundsOf(names.map(({ name }) => name));
    const isLatin = (name: string) => /^[A-Z]/.test(name);
    let [pairs, found, latinPairs, latinFound, wrong] = [0, 0, 0, 0, 0];
    for (const one of names)
      for (const other of names) {
        if (one === other) continue;
        const isFound = shares(sounds.get(one.name), sounds.get(other.name));
        if (one.group !== other.group) {
          wrong += Number(isFound);
          continue;
        }
        pairs += 1;
        found += Number(isFound);
        if (!isLatin(one.name) || !isLatin(other.name)) continue;
        latinPairs += 1;
        latinFound += Number(isFound);
      }
    // docs/search.md contains these numbers.
    expect(pairs).toBeGreaterThan(11_000);
    expect(found / pairs).toBeGreaterThan(0.94);
    expect(latinFound / latinPairs).toBeGreaterThan(0.86);
    expect(found / (found + wrong)).toBeGreaterThan(0.96);
  });

  it('distinguishes similar names', async () => {
    const sounds = await soundsOf(different.flat());
    const offered = different.filter(([one = '', other = '']) => shares(sounds.get(one), sounds.get(other)));
    expect(different.length).toBeGreaterThan(120);
    expect(offered.map((pair) => pair.join(' '))).toEqual([
      'Seema Shyam',
      'Aditya Aditi',
      'Jadhav Yadav',
      'Gupta Gopta',
      'Shiva Shivaji',
      'Bala Balaji',
      'Bimal Bimla',
      'Vrinda Varinda',
      'Amrita Amrit',
    ]);
  });

  it.each([
    ['an honorific', 'Dr. Shri Ravi', 'Ravi'],
    ['an honorific of an Indian script', 'श्रीमती रवि जी', 'रवि'],
    ['an honorific of another script', 'திரு ரவி', 'ரவி'],
    ['a short form', 'Mohd Irfan', 'Mohammad Irfan'],
    ['an apostrophe', "D'Souza", 'Dsouza'],
    ['a hyphen and a form of address', 'Ramesh-ji', 'Ramesh'],
  ])('ignores %s', async (_what, one, other) => {
    const sounds = await soundsOf([one, other]);
    expect(sounds.get(one)).toEqual(sounds.get(other));
  });

  it.each([
    ['Sharmaji', 'शर्मा'],
    ['Rajubhai', 'Raju'],
    ['રમેશભાઈ', 'Ramesh'],
    ['लक्ष्मीबाई', 'Laxmi'],
    ['రెడ్డిగారు', 'Reddy'],
  ])('finds %s by the name without the suffix, and vice versa', async (joined, alone) => {
    const sounds = await soundsOf([joined, alone]);
    expect(shares(sounds.get(joined), sounds.get(alone))).toBe(true);
    expect(shares(sounds.get(alone), sounds.get(joined))).toBe(true);
  });
});
