import { describe, expect, test } from 'vitest';
import { nextMidnight, relativeTime } from './relative-time.ts';

const NOW = Date.parse('2026-11-05T10:00:00.000Z');

describe('[WORK-04] the relative time of a note', () => {
  test.each([
    ['2026-11-05T10:00:20.000Z', 'just now'],
    ['2026-11-05T09:59:01.000Z', 'just now'],
    ['2026-11-05T09:59:00.000Z', '1 min ago'],
    ['2026-11-05T09:48:00.000Z', '12 min ago'],
    ['2026-11-05T07:30:00.000Z', '2 hr ago'],
    ['2026-11-04T09:00:00.000Z', 'yesterday'],
    ['2026-11-01T09:00:00.000Z', '4 days ago'],
    ['2026-08-01T09:00:00.000Z', '3 mo ago'],
    ['2026-10-01T09:00:00.000Z', '1 mo ago'],
    ['2025-10-01T09:00:00.000Z', '1 yr ago'],
    ['2023-08-01T09:00:00.000Z', '3 yr ago'],
  ])('%s is "%s"', (at, text) => expect(relativeTime(at, NOW)).toBe(text));
});

describe('nextMidnight', () => {
  test.each([
    ['2026-03-14T13:00:00Z', 'Asia/Kolkata', '00:00 IST (in 5 h)'],
    ['2026-03-14T17:48:30Z', 'Asia/Kolkata', '00:00 IST (in 42 min)'],
    ['2026-03-14T18:30:00Z', 'Asia/Kolkata', '00:00 IST (in 24 h)'],
    ['2026-03-14T22:30:00Z', 'UTC', '00:00 UTC (in 1 h)'],
  ])('[SHIP-06] returns the time from %s to midnight in %s', (at, timeZone, text) =>
    expect(nextMidnight(Date.parse(at), timeZone)).toBe(text),
  );
});
