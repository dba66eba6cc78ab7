import { describe, expect, test } from 'vitest';
import { daysOf, daysOfPeriod } from './periods.ts';

// 4 January in India, 3 January in Europe.
const now = new Date('2026-01-03T20:00:00.000Z');

describe('[VIEW-01, FMT-02] the days of a period, in the business time zone', () => {
  test.each([
    ['today', '2026-01-04', '2026-01-04'],
    ['yesterday', '2026-01-03', '2026-01-03'],
    ['7-days', '2025-12-29', '2026-01-04'],
    ['30-days', '2025-12-06', '2026-01-04'],
    ['this-month', '2026-01-01', '2026-01-04'],
    ['last-month', '2025-12-01', '2025-12-31'],
  ] as const)('%s', (period, from, to) => {
    expect(daysOfPeriod(period, now)).toEqual({ from, to });
  });

  test('last month before a leap day', () => {
    const march = new Date('2028-03-31T12:00:00.000Z');
    expect(daysOfPeriod('last-month', march)).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  });

  test('are the days in the URL when it has no period', () => {
    expect(daysOf({ period: null, from: '2026-01-01', to: null })).toEqual({ from: '2026-01-01', to: null });
  });
});
