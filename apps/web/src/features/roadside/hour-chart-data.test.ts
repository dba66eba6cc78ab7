import { describe, expect, test } from 'vitest';
import { chartHours, durationScale } from './hour-chart-data.ts';

const took = (count: number, medianSeconds: number | null, ninetiethSeconds = medianSeconds) => ({
  ...{ count, medianSeconds, ninetiethSeconds, inTime: count },
});
const none = took(0, null);
const hour = (of: number, claim = none) => ({ hour: of, claim, assign: none, arrive: none });

describe('[DESK-04] the hourly chart', () => {
  test('shows the hours that have a value in the current or the previous period, in order', () => {
    const shown = chartHours('claim', [hour(9, took(2, 30)), hour(3)], [hour(3, took(1, 40)), hour(9)]);
    expect(shown).toEqual([
      { hour: 3, now: null, before: took(1, 40) },
      { hour: 9, now: took(2, 30), before: null },
    ]);
    expect(chartHours('claim', [hour(9)], [])).toEqual([]);
  });

  test.each([
    ['seconds', 30, 60, '80 s'],
    ['minutes', 150, 180, '4 min'],
    ['hours', 7_000, 7_200, '2 h'],
  ])('has an axis in units of %s', (_, longest, target, top) => {
    const { scale, format } = durationScale([{ hour: 9, now: took(1, longest), before: null }], target);
    expect(format(scale.top)).toBe(top);
  });

  test('ends at three times the target, so that one long value does not make the others too small', () => {
    const { topSeconds } = durationScale([{ hour: 9, now: took(9, 30, 20_000), before: null }], 60);
    expect(topSeconds).toBeLessThanOrEqual(240);
  });
});
