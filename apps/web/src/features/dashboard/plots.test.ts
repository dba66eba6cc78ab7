import { expect, test } from 'vitest';
import { scaleFor } from './plots.tsx';

test.each([
  [[0, 0, 0], true, 4],
  [[3, 1], true, 4],
  [[9], true, 20],
  [[37, 12], true, 40],
  [[101], true, 200],
  [[123_456.5], false, 200_000],
  [[0], false, 4],
  [[Number.NaN, 5], true, 8],
])('[DASH-03] the axis for %j (whole numbers: %s) ends at %d', (values, isWhole, top) => {
  const scale = scaleFor(values, isWhole);
  expect(scale.top).toBe(top);
  expect(scale.ticks).toHaveLength(5);
  expect(Math.max(...values.filter(Number.isFinite))).toBeLessThanOrEqual(scale.top);
});
