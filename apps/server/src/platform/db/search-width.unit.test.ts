import { expect, it } from 'vitest';
import { exceedsMaxFound } from './search-width.ts';

it.each([
  [[{ matching: 200, rows: 20_000 }], 12_000_000, true],
  [
    [
      { matching: 200, rows: 20_000 },
      { matching: 200, rows: 20_000 },
    ],
    1_200_000,
    true,
  ],
  [[{ matching: 200, rows: 20_000 }], 1_200_000, false],
  // The sample suggests 12,000, but so few rows can be chance.
  [[{ matching: 20, rows: 20_000 }], 12_000_000, false],
  [[{ matching: 0, rows: 20_000 }], 12_000_000, false],
  [[{ matching: 0, rows: 0 }], 12_000_000, false],
])(
  '[FIND-04] the samples %j of %i rows show that there are more than 10,000 matches: %s',
  (sampled, all, isMany) => {
    expect(exceedsMaxFound(sampled, all)).toBe(isMany);
  },
);
