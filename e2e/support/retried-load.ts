import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { recordCalls } from './call-log.ts';
import { runClockUntil, stopClock } from './stopped-clock.ts';

/** The calls of a load: when they were sent, and when they ended. */
interface Load {
  readonly calls: readonly URL[];
  readonly ended: readonly URL[];
}

/** Opens a screen while the page's clock stands still, so that no retry comes before the test lets it. */
export async function openOnStoppedClock(page: Page, path: string, call: { readonly path: string }): Promise<Load> {
  await stopClock(page);
  const calls = recordCalls(page, call);
  const ended = recordCalls(page, call, ['requestfinished', 'requestfailed']);
  await page.goto(path);
  await runClockUntil(page, () => ended.length, 1);
  return { calls, ended };
}

/** Asserts that a load that fails is tried three times more, each time twice as late (ERR-02), and lets it end. */
export async function expectThreeRetries(page: Page, { calls, ended }: Load): Promise<void> {
  for (const [tried, delayMs] of [1000, 2000, 4000].entries()) {
    await page.clock.runFor(delayMs - 500);
    expect(calls).toHaveLength(tried + 1);
    await runClockUntil(page, () => ended.length, tried + 2);
  }
}
