import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Installs a stopped clock before the page's first document: timers run only when the test advances it. */
export async function stopClock(page: Page): Promise<void> {
  const startMs = Date.parse('2026-03-10T06:30:00.000Z');
  await page.clock.install({ time: startMs });
  await page.clock.pauseAt(startMs + 1000);
}

/** Advances the page's clock in steps until a value is as expected. */
export async function runClockUntil<T>(
  page: Page,
  read: () => T | Promise<T>,
  expected: T,
  stepMs = 20,
): Promise<void> {
  const step = async () => {
    await page.clock.runFor(stepMs);
    return read();
  };
  await expect.poll(step, { timeout: 10_000, interval: 20 }).toEqual(expected);
}
