import { expect, it } from 'vitest';
import { isSurelyMany } from './search-width.ts';

it.each([
  [{ matching: 200, rows: 20_000 }, 12_000_000, true],
  // 12,000 by the sample, but so few rows can be chance.
  [{ matching: 20, rows: 20_000 }, 12_000_000, false],
  [{ matching: 100, rows: 20_000 }, 1_000_000, false],
  [{ matching: 0, rows: 20_000 }, 12_000_000, false],
  [{ matching: 0, rows: 0 }, 12_000_000, false],
])('[FIND-04] a sample of %o of %i rows proves more than 10,000 matches: %s', (sampled, all, isMany) => {
  expect(isSurelyMany(sampled, all)).toBe(isMany);
});
