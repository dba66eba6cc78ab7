import { expect, it } from 'vitest';
import { nextAttemptAt } from './post-event.ts';

const NOW = new Date('2026-11-05T03:35:00Z');
const SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];

it('[HOOK-03] tries again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, up to a tenth later, and then no more', () => {
  const pauseOf = (attempts: number, random?: number) =>
    ((nextAttemptAt(attempts, NOW, random)?.getTime() ?? 0) - NOW.getTime()) / 1000;
  for (const [index, seconds] of SECONDS.entries()) {
    expect(pauseOf(index + 1, 0)).toBe(seconds);
    expect(pauseOf(index + 1, 1)).toBeCloseTo(seconds * 1.1);
    const jittered = pauseOf(index + 1);
    expect(jittered).toBeGreaterThanOrEqual(seconds);
    expect(jittered).toBeLessThanOrEqual(seconds * 1.1);
  }
  expect(nextAttemptAt(SECONDS.length + 1, NOW)).toBeNull();
});
